import WalletDomain
import WalletLedger

/// The catalogue's calls with everything confirmed, for tests that are about something else than its guard rails.
extension Catalogue {
    func addPrice(
        _ draft: PriceDraft, by caller: CallerID
    ) async throws(WalletError) -> Result<PriceVersion, CatalogueRefusal> {
        try await addPrice(draft, .confirmed(caller)).map(\.version)
    }

    func endPrice(
        of item: ItemID, version: Int32, at end: Instant?
    ) async throws(WalletError) -> Result<PriceVersion, CatalogueRefusal> {
        try await endPrice(of: item, version: version, at: end, .confirmed()).map(\.version)
    }

    func putItem(
        _ id: ItemID, title: String, kind: Offer.Kind, status: Offer.Status, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueItem, CatalogueRefusal> {
        try await putItem(id, details: try ItemDetails(title: title), kind: kind, status: status, .confirmed(caller))
    }

    func putPack(
        _ draft: PackDraft, by caller: CallerID
    ) async throws(WalletError) -> Result<Pack, CatalogueRefusal> {
        try await putPack(draft, .confirmed(caller))
    }

    func withdrawPack(_ id: PackID) async throws(WalletError) -> Result<Pack, CatalogueRefusal> {
        try await withdrawPack(id, .confirmed())
    }
}

extension ChangeTerms {
    static func confirmed(_ caller: CallerID = CallerID(3), expected: Int64? = nil) -> ChangeTerms {
        ChangeTerms(caller: caller, origin: "127.0.0.1", reason: "test", isConfirmed: true, expected: expected)
    }

    /// Large changes are refused.
    static func careful(_ caller: CallerID = CallerID(3), expected: Int64? = nil) -> ChangeTerms {
        ChangeTerms(caller: caller, origin: "127.0.0.1", reason: "test", expected: expected)
    }
}
