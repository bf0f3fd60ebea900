internal import Postgres
package import WalletDomain

extension Catalogue {
    /// The newest first; those before `cursor`.
    package func drafts(
        before cursor: Int64 = .max, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> [CatalogueDraft] {
        try await database.rows(ListDrafts(before: cursor, limit: pageRows(limit)))
    }

    package func draft(_ number: Int64) async throws(WalletError) -> CatalogueDraft? {
        try await database.rows(FindDraft(number: number)).first
    }

    /// By item.
    package func changes(of draft: Int64) async throws(WalletError) -> [DraftedChange] {
        try await database.rows(ListDraftChanges(number: draft))
    }

    package func makeDraft(
        _ name: String, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueDraft, CatalogueRefusal> {
        let result = try await change("Catalogue.makeDraft") { step in
            guard let base = try step.rows(LockCatalogue()).first else {
                throw PostgresError.unexpectedShape("no version of the catalogue")
            }
            let insert = InsertDraft(name: name, base: base, at: try time(step), caller: caller)
            guard let number = try step.rows(insert).first else {
                throw PostgresError.unexpectedShape("no number of a new draft")
            }
            return try step.rows(FindDraft(number: number)).first
        }
        return settled(result, missing: .draftNotFound)
    }

    /// Puts changes into the draft, each in place of what the draft held of that item; an empty one takes it out.
    /// - Parameter expected: the draft's version that the caller saw.
    package func put(
        _ changes: [DraftedChange], into draft: Int64, expected: Int64, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueDraft, CatalogueRefusal> {
        try await edit(draft, expected: expected, by: caller, status: .open) { step, _ in
            try step.change(
                WriteDraftChanges(number: draft, changes: changes.map { (item: $0.item, change: $0.change) }))
            let count = try step.rows(ListDraftChanges(number: draft)).count
            guard count <= Limits.draftItemsMax else { throw CatalogueRefusal.tooManyItems }
            return nil
        }
    }

    /// The draft stands upon the catalogue as it is now: whoever calls this has seen what changed meanwhile.
    package func rebase(
        _ draft: Int64, expected: Int64, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueDraft, CatalogueRefusal> {
        try await edit(draft, expected: expected, by: caller, status: .open) { _, version in version }
    }

    package func discard(
        _ draft: Int64, expected: Int64, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueDraft, CatalogueRefusal> {
        try await edit(draft, expected: expected, by: caller, status: .discarded) { _, _ in nil }
    }

    /// - Parameter body: is told the catalogue's version; answers a new base, or nil to keep it.
    private func edit(
        _ number: Int64, expected: Int64, by caller: CallerID, status: CatalogueDraft.Status,
        _ body: @Sendable (LedgerTransaction, Int64) throws -> Int64?
    ) async throws(WalletError) -> Result<CatalogueDraft, CatalogueRefusal> {
        let result = try await change("Catalogue.editDraft") { step in
            let version = try step.rows(LockCatalogue()).first ?? 0
            let draft = try openDraft(number, expected: expected, version: version, step)
            let base = try body(step, version) ?? draft.base
            try step.change(
                UpdateDraft(
                    number: number, status: status, base: base, publication: nil, at: try time(step),
                    caller: caller))
            return try step.rows(FindDraft(number: number)).first
        }
        return settled(result, missing: .draftNotFound)
    }

    private func openDraft(
        _ number: Int64, expected: Int64, version: Int64, _ step: LedgerTransaction
    ) throws -> CatalogueDraft {
        guard let draft = try step.rows(LockDraft(number: number)).first else { throw CatalogueRefusal.draftNotFound }
        guard draft.status == .open else { throw CatalogueRefusal.draftClosed(publication: draft.publication) }
        guard draft.version == expected else { throw CatalogueRefusal.changedMeanwhile([], version: draft.version) }
        return draft
    }

    /// Publishes everything in the draft: at `wish`, or in the next second, and then the answer comes when it holds.
    ///
    /// Refused if somebody changed one of its items since the draft's base, and told what he changed.
    /// - Parameter terms: `expected` is the draft's version.
    package func publish(
        draft number: Int64, at wish: Instant?, expected: Int64, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<PublishedCatalogue, CatalogueRefusal> {
        let name = try await draft(number)?.name ?? ""
        let order = PublicationOrder(
            kind: .draft, action: "publish_draft", name: name, at: wish, draft: number)
        let result = try await publish(order, terms) { step, version in
            let draft = try openDraft(number, expected: expected, version: version, step)
            let changes = try step.rows(ListDraftChanges(number: number))
            guard !changes.isEmpty else { throw CatalogueRefusal.nothingToPublish }
            let traces = try traces(of: changes.map(\.item), since: draft.base, step)
            guard traces.isEmpty else { throw CatalogueRefusal.changedMeanwhile(traces, version: draft.version) }
            try step.change(
                UpdateDraft(
                    number: number, status: .published, base: draft.base, publication: version + 1,
                    at: try time(step), caller: terms.caller))
            return changes.map { .change($0.item, $0.change) }
        }
        return try await inForce(result, isAwaited: wish == nil)
    }

    /// What these changes would come to if they were published now. Reads only; no lock.
    package func preview(_ changes: [DraftedChange]) async throws(WalletError) -> [Preview] {
        let page = try await items(changes.map(\.item))
        let items = Dictionary(page.items.map { ($0.offer.item, $0) }) { first, _ in first }
        var previews: [Preview] = []
        for drafted in changes {
            do throws(CatalogueRefusal) {
                let times = try PublicationTimes(now: page.at, wish: nil, changes: changes.count, isSingle: false)
                let work = try ItemWork(
                    .change(drafted.item, drafted.change), old: items[drafted.item], times: times, isImmediate: false)
                previews.append(
                    Preview(
                        item: drafted.item, change: drafted.change, difference: work?.difference, refusal: nil))
            } catch {
                previews.append(
                    Preview(item: drafted.item, change: drafted.change, difference: nil, refusal: error))
            }
        }
        return previews
    }
}
