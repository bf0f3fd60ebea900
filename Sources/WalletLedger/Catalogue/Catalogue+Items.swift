internal import Postgres
package import WalletDomain

extension Catalogue {
    /// Published items with the prices of now and later, by id; those after `cursor`, at most `limit`.
    /// - Parameter tag: only those that carry it.
    package func items(
        after cursor: ItemID? = nil, tag: String? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> CataloguePage {
        try await page(publishedOnly: true, after: cursor, tag: tag, limit: limit)
    }

    /// As `items`, with drafts and archived ones: for admins.
    package func allItems(
        after cursor: ItemID? = nil, tag: String? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> CataloguePage {
        try await page(publishedOnly: false, after: cursor, tag: tag, limit: limit)
    }

    private func page(
        publishedOnly: Bool, after cursor: ItemID?, tag: String?, limit: Int
    ) async throws(WalletError) -> CataloguePage {
        let at = try await database.time()
        let list = ListItems(
            publishedOnly: publishedOnly, after: cursor?.text ?? "", limit: pageRows(limit), at: at, tag: tag ?? "")
        return CataloguePage(at: at, items: try await database.rows(list).map { $0.settled(at: at) })
    }

    /// One item, published or not; `items` of the page is empty if there is none.
    package func item(_ id: ItemID) async throws(WalletError) -> CataloguePage {
        let at = try await database.time()
        return CataloguePage(
            at: at, items: try await database.rows(FindItem(id: id, at: at)).map { $0.settled(at: at) })
    }

    /// Those of the items that are there.
    package func items(_ ids: [ItemID]) async throws(WalletError) -> CataloguePage {
        let at = try await database.time()
        return CataloguePage(
            at: at, items: try await database.rows(FindItems(ids: ids, at: at)).map { $0.settled(at: at) })
    }

    /// Makes an item, or changes its details and state at once. Its kind is settled once it was published.
    /// - Parameter terms: `expected` is the item's publication.
    package func putItem(
        _ id: ItemID, details: ItemDetails, kind: Offer.Kind, status: Offer.Status, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<CatalogueItem, CatalogueRefusal> {
        var change = ItemChange()
        change.title = details.title
        change.description = details.description.map { .set($0) } ?? .clear
        change.tags = details.tags
        change.picture = details.picture.map { .set($0) } ?? .clear
        change.kind = kind
        change.status = status
        let order = PublicationOrder(kind: .single, action: "put_item", name: id.text, isImmediate: true)
        let result = try await publish(order, terms) { [change] step, version in
            try requireSeen(id, terms, version: version, step)
            return [.change(id, change)]
        }
        if case .failure(let refusal) = result { return .failure(refusal) }
        guard let item = try await item(id).items.first else { return .failure(.itemNotFound) }
        return .success(item)
    }
}
