internal import Postgres
package import WalletDomain

extension Catalogue {
    /// Published items with the prices of now and later, by id; those after `cursor`, at most `limit`.
    package func items(
        after cursor: ItemID? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> CataloguePage {
        let at = try await database.time()
        let list = ListItems(publishedOnly: true, after: cursor?.text ?? "", limit: pageRows(limit), at: at)
        return CataloguePage(at: at, items: try await database.rows(list))
    }

    /// As `items`, with drafts and archived ones: for admins.
    package func allItems(
        after cursor: ItemID? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> CataloguePage {
        let at = try await database.time()
        let list = ListItems(publishedOnly: false, after: cursor?.text ?? "", limit: pageRows(limit), at: at)
        return CataloguePage(at: at, items: try await database.rows(list))
    }

    /// One item, published or not; `items` of the page is empty if there is none.
    package func item(_ id: ItemID) async throws(WalletError) -> CataloguePage {
        let at = try await database.time()
        return CataloguePage(at: at, items: try await database.rows(FindItem(id: id, at: at)))
    }

    /// Makes an item, or changes its title and state. Its kind is settled once it was published.
    package func putItem(
        _ id: ItemID, title: String, kind: Offer.Kind, status: Offer.Status, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueItem, CatalogueRefusal> {
        settled(
            try await change("Catalogue.putItem") { step in
                try step.change(InsertItem(id: id, title: title, kind: kind, status: status, caller: caller))
                let old = try step.rows(LockItem(id: id)).first
                if let old, old.kind != kind, old.status != .draft { throw CatalogueRefusal.kindFixed }
                try step.change(UpdateItem(id: id, title: title, kind: kind, status: status))
                return try step.rows(FindItem(id: id, at: try time(step))).first
            }, missing: .itemNotFound)
    }
}
