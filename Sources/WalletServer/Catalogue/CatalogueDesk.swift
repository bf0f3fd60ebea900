package import WalletDomain
package import WalletLedger

/// What admins do with the catalogue, for the API and the console alike: everything that is more than one call of
/// `Catalogue`. Inputs are plain values; what HTTP says of them is the endpoints' business.
package struct CatalogueDesk: Sendable {
    package let catalogue: Catalogue
    /// The shop's clock.
    package let zone: ShopZone
    /// Percent by which a price may change without a second confirmation.
    package let percentMax: Int64

    package init(catalogue: Catalogue, zone: ShopZone, percentMax: Int64) {
        self.catalogue = catalogue
        self.zone = zone
        self.percentMax = percentMax
    }

    /// - Parameters:
    ///   - caller: from the credentials, never from a body.
    ///   - expected: the version that the caller saw, where the call takes one in its terms.
    package func terms(
        _ caller: CallerID, origin: String?, reason: String, isConfirmed: Bool, expected: Int64? = nil
    ) -> ChangeTerms {
        ChangeTerms(
            caller: caller, origin: origin, reason: reason, isConfirmed: isConfirmed, percentMax: percentMax,
            expected: expected)
    }

    func terms(_ words: ChangeWords, _ caller: Caller, expected: Int64? = nil) -> ChangeTerms {
        terms(
            caller.id, origin: words.origin, reason: words.reason, isConfirmed: words.isConfirmed, expected: expected)
    }

    /// What a draft would change if it were published now, who is affected, and what others changed of it meanwhile.
    package func comparison(
        of number: Int64, after cursor: ItemID? = nil, limit: Int = Limits.pageRowsDefault
    ) async throws(WalletError) -> DraftComparison? {
        guard let draft = try await catalogue.draft(number) else { return nil }
        let all = try await catalogue.changes(of: number)
        let rows = Array(all.filter { change in cursor.map { change.item > $0 } ?? true }.prefix(limit))
        let affected = try await catalogue.affected(rows.map(\.item))
        let conflicts =
            draft.status == .open
            ? try await catalogue.traces(of: all.map(\.item), since: draft.base) : []
        return DraftComparison(
            draft: draft, catalogueVersion: try await catalogue.version(), previews: try await catalogue.preview(rows),
            affected: affected, conflicts: conflicts, percentMax: percentMax,
            next: rows.count == limit ? rows.last?.item : nil)
    }
}

/// A page of what a draft would change.
package struct DraftComparison: Sendable {
    package let draft: CatalogueDraft
    package let catalogueVersion: Int64
    package let previews: [Preview]
    package let affected: [ItemID: AffectedUsers]
    /// Changes of the draft's items since its base: as long as there are some, it is not published.
    package let conflicts: [ItemTrace]
    package let percentMax: Int64
    package let next: ItemID?
}
