internal import Postgres
package import WalletDomain

extension Catalogue {
    /// Every version of an item's price, the newest first; those before version `cursor`, at most `limit`.
    package func prices(
        of item: ItemID, before cursor: Int32 = .max, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> [PriceRecord] {
        try await database.rows(ListPrices(item: item, before: cursor, limit: pageRows(limit)))
    }

    /// Adds a price version. A regular price ends the open regular window at its start; a sale lies on top. Without
    /// `from` the price holds from the next second on, and the answer comes when it does.
    package func addPrice(
        _ draft: PriceDraft, by caller: CallerID
    ) async throws(WalletError) -> Result<PriceVersion, CatalogueRefusal> {
        guard draft.isFree == (draft.price == .zero) else { return .failure(.freeNotSaid) }
        let result = try await change("Catalogue.addPrice") { step in
            guard try !step.rows(LockItem(id: draft.item)).isEmpty else { throw CatalogueRefusal.itemNotFound }
            let from = try start(draft.from, at: try time(step))
            if let to = draft.to, to <= from { throw CatalogueRefusal.windowEmpty }
            if draft.layer == .regular { try step.change(EndOpenPrice(item: draft.item, at: from)) }
            guard let number = try step.rows(InsertPrice(draft: draft, from: from, caller: caller)).first else {
                throw PostgresError.unexpectedShape("no number of a new price")
            }
            return PriceVersion(number: number, layer: draft.layer, price: draft.price, from: from, to: draft.to)
        }
        if draft.from == nil, case .success(let version) = result { try await wait(until: version.from) }
        return result
    }

    /// Ends a window earlier than it was to end; without `at` in the next second.
    package func endPrice(
        of item: ItemID, version: Int32, at end: Instant?
    ) async throws(WalletError) -> Result<PriceVersion, CatalogueRefusal> {
        let result = try await change("Catalogue.endPrice") { step in
            guard try !step.rows(LockItem(id: item)).isEmpty else { throw CatalogueRefusal.itemNotFound }
            guard let old = try step.rows(FindPrice(item: item, version: version)).first?.version else {
                throw CatalogueRefusal.versionNotFound
            }
            let moment = try start(end, at: try time(step))
            if let to = old.to, to <= moment { throw CatalogueRefusal.windowFixed }
            guard moment > old.from else { throw CatalogueRefusal.windowEmpty }
            try step.change(EndPrice(item: item, version: version, at: moment))
            return PriceVersion(
                number: old.number, layer: old.layer, price: old.price, from: old.from, to: moment)
        }
        if end == nil, case .success(let version) = result, let to = version.to { try await wait(until: to) }
        return result
    }

    /// When a change takes effect: as wished if that is far enough away; without a wish in the next whole second.
    private func start(_ wish: Instant?, at now: Instant) throws -> Instant {
        let earliest = now.adding(milliseconds: Limits.priceLeadMs)
        if let wish {
            guard wish >= earliest else { throw CatalogueRefusal.startsTooEarly(earliest: earliest) }
            return wish
        }
        let secondUs: Int64 = 1_000_000
        return Instant(microseconds: (earliest.microseconds + secondUs - 1) / secondUs * secondUs)
    }
}
