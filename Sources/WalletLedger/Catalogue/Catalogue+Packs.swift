internal import Postgres
package import WalletDomain

extension Catalogue {
    /// By id; those after `cursor`, at most `limit` (`Limits.pageRowsMax`).
    package func packs(
        includingWithdrawn: Bool = false, after cursor: PackID? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> [Pack] {
        try await database.rows(
            ListPacks(includingWithdrawn: includingWithdrawn, after: cursor?.text ?? "", limit: pageRows(limit)))
    }

    package func pack(_ id: PackID) async throws(WalletError) -> Pack? {
        try await database.rows(FindPack(id: id)).first
    }

    /// The pack that a purchase bought, also a withdrawn one. Product ids mean something in one bundle only.
    package func pack(forProduct product: String, bundle: String) async throws(WalletError) -> Pack? {
        try await database.rows(FindPackOfProduct(bundle: bundle, product: product)).first
    }

    /// Makes a pack, or changes its title, what it gives and whether it is on sale. Other coins make a new
    /// version, valid `Limits.priceLeadMs` from now; the same draft twice changes nothing.
    package func putPack(
        _ draft: PackDraft, status: Pack.Status = .onSale, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<Pack, CatalogueRefusal> {
        settled(
            try await change("Catalogue.putPack") { step in
                guard draft.coins > .zero else { throw CatalogueRefusal.packWithoutCoins }
                let isNew = try step.change(InsertPack(draft: draft, caller: terms.caller)) == 1
                guard try !step.rows(LockPack(id: draft.id)).isEmpty else { throw CatalogueRefusal.productTaken }
                let old = try step.rows(FindPack(id: draft.id)).first
                if let old, old.bundle != draft.bundle || old.product != draft.product {
                    throw CatalogueRefusal.packFixed
                }
                try step.change(UpdatePack(id: draft.id, title: draft.title, status: status))
                try addVersion(draft, to: old?.versions ?? [], isNew: isNew, by: terms.caller, step)
                return try audited(draft.id, "put_pack", old: isNew ? nil : old, terms, step)
            }, missing: .packNotFound)
    }

    /// Takes a pack off sale. Purchases of it are still credited; nothing removes a pack.
    package func withdrawPack(
        _ id: PackID, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<Pack, CatalogueRefusal> {
        settled(
            try await change("Catalogue.withdrawPack") { step in
                guard let pack = try step.rows(LockPack(id: id)).first else { throw CatalogueRefusal.packNotFound }
                let old = try step.rows(FindPack(id: id)).first
                try step.change(UpdatePack(id: id, title: pack, status: .withdrawn))
                return try audited(id, "withdraw_pack", old: old, terms, step)
            }, missing: .packNotFound)
    }

    /// The pack as it is now, with a record of what changed, if anything did.
    private func audited(
        _ id: PackID, _ action: String, old: Pack?, _ terms: ChangeTerms, _ step: LedgerTransaction
    ) throws -> Pack? {
        guard let pack = try step.rows(FindPack(id: id)).first else { return nil }
        if pack != old {
            try step.change(
                InsertAuditRecord(pack, before: old, action: action, at: try time(step), terms))
        }
        return pack
    }

    private func addVersion(
        _ draft: PackDraft, to versions: [Pack.Version], isNew: Bool, by caller: CallerID, _ step: LedgerTransaction
    ) throws {
        let last = versions.last
        guard last.map({ $0.coins != draft.coins || $0.bonus != draft.bonus }) ?? true else { return }
        let now = try time(step)
        let from = isNew ? now : now.adding(milliseconds: Limits.priceLeadMs)
        if let last, last.validFrom >= from { throw CatalogueRefusal.startsTooEarly(earliest: last.validFrom) }
        let version = Pack.Version(
            number: (last?.number ?? 0) + 1, coins: draft.coins, bonus: draft.bonus, validFrom: from)
        try step.change(InsertPackVersion(id: draft.id, version: version, caller: caller))
    }

    /// A change that ends with the row it changed: nil would be a row that vanished, and nobody may delete one.
    func settled<Value>(
        _ result: Result<Value?, CatalogueRefusal>, missing: CatalogueRefusal
    ) -> Result<Value, CatalogueRefusal> {
        result.flatMap { $0.map { .success($0) } ?? .failure(missing) }
    }
}

/// Between one row and a page.
func pageRows(_ limit: Int) -> Int64 { Int64(min(max(limit, 1), Limits.pageRowsMax)) }
