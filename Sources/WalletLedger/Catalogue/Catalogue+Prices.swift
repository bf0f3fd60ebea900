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
    /// - Parameter terms: `expected` is the item's publication.
    package func addPrice(
        _ draft: PriceDraft, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<ChangedPrice, CatalogueRefusal> {
        let order = PublicationOrder(kind: .single, action: "add_price", name: draft.item.text)
        let result = try await changePrices(of: draft.item, draft.change, order, terms)
        return try await changed(result, isAwaited: draft.from == nil) { difference in
            let known = difference.before?.prices.map(\.number) ?? []
            return difference.after.prices.first { !known.contains($0.number) }
        }
    }

    /// Ends a window earlier than it was to end; without `at` in the next second, and one to come never begins.
    /// - Parameter terms: `expected` is the item's publication.
    package func endPrice(
        of item: ItemID, version: Int32, at end: Instant?, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<ChangedPrice, CatalogueRefusal> {
        var change = ItemChange()
        change.ends = [PriceEnd(version: version, at: end)]
        let order = PublicationOrder(kind: .single, action: "end_price", name: item.text)
        let result = try await changePrices(of: item, change, order, terms)
        return try await changed(result, isAwaited: end == nil) { difference in
            difference.after.prices.first { $0.number == version }
        }
    }

    private func changePrices(
        of item: ItemID, _ change: ItemChange, _ order: PublicationOrder, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<Published, CatalogueRefusal> {
        try await publish(order, terms) { step, version in
            guard try !step.rows(FindItem(id: item, at: try time(step))).isEmpty else {
                throw CatalogueRefusal.itemNotFound
            }
            try requireSeen(item, terms, version: version, step)
            return [.change(item, change)]
        }
    }

    private func changed(
        _ result: Result<Published, CatalogueRefusal>, isAwaited: Bool, _ find: (ItemDifference) -> PlannedPrice?
    ) async throws(WalletError) -> Result<ChangedPrice, CatalogueRefusal> {
        switch result {
        case .failure(let refusal): return .failure(refusal)
        case .success(let done):
            guard let publication = done.publication, let window = done.differences.first.flatMap(find),
                let number = window.number
            else { return .failure(.nothingToPublish) }
            if isAwaited { try await wait(until: publication.at) }
            let version = PriceVersion(
                number: number, layer: window.layer, price: window.price, from: window.from, to: window.to)
            return .success(ChangedPrice(version: version, zone: window.zone, publication: publication.number))
        }
    }
}

/// A price version after a change, and the publication that made it.
package struct ChangedPrice: Hashable, Sendable {
    package let version: PriceVersion
    package let zone: String?
    package let publication: Int64
}
