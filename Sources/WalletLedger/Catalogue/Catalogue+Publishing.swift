internal import Postgres
package import WalletDomain

/// What a change of the catalogue came to.
struct Published: Sendable {
    /// Nil: nothing changed.
    let publication: Publication?
    let differences: [ItemDifference]
}

/// Every change of items and prices goes this way: the catalogue locked, what is wanted compared with what is there,
/// the guard rails, then the change, its history and its record in the audit log in one transaction.
extension Catalogue {
    /// - Parameter wanted: runs under the lock of the catalogue and is told its version.
    func publish(
        _ order: PublicationOrder, _ terms: ChangeTerms,
        wanted: @Sendable (LedgerTransaction, Int64) throws -> [WantedItem]
    ) async throws(WalletError) -> Result<Published, CatalogueRefusal> {
        try await change("Catalogue.\(order.action)") { step in
            guard let version = try step.rows(LockCatalogue()).first else {
                throw PostgresError.unexpectedShape("no version of the catalogue")
            }
            let wanted = try wanted(step, version)
            let itemsMax = order.kind == .rollback ? Limits.rollbackItemsMax : Limits.draftItemsMax
            guard wanted.count <= itemsMax else { throw CatalogueRefusal.tooManyItems }
            let times = try PublicationTimes(
                now: try time(step), wish: order.at, changes: wanted.count, isSingle: order.kind == .single)
            var work = try self.work(wanted, order, terms, times, step)
            guard !work.isEmpty else { return Published(publication: nil, differences: []) }
            let publication = Publication(
                number: version + 1, kind: order.kind, at: order.isImmediate ? times.now : times.at,
                createdAt: times.now, createdBy: terms.caller, callerName: nil, name: order.name,
                reason: terms.reason, draft: order.draft, restores: order.restores)
            try write(&work, publication, order, terms, step)
            try requireTime(times, step)
            return Published(publication: publication, differences: work.map(\.difference))
        }
    }

    private func work(
        _ wanted: [WantedItem], _ order: PublicationOrder, _ terms: ChangeTerms, _ times: PublicationTimes,
        _ step: LedgerTransaction
    ) throws -> [ItemWork] {
        let found = try step.rows(FindItems(ids: wanted.map(\.item), at: times.now))
        let items = Dictionary(found.map { ($0.offer.item, $0.settled(at: times.now)) }) { first, _ in first }
        var work: [ItemWork] = []
        for wish in wanted {
            let old = items[wish.item]
            do throws(CatalogueRefusal) {
                let made = try ItemWork(wish, old: old, times: times, isImmediate: order.isImmediate)
                if let made { work.append(made) }
            } catch {
                throw order.kind == .single ? error : .inItem(wish.item, error)
            }
        }
        let large = work.map(\.difference).filter { $0.isLarge(percentMax: terms.percentMax) }
        guard terms.isConfirmed || large.isEmpty else { throw CatalogueRefusal.confirmLargeChange(large) }
        return work
    }

    private func write(
        _ work: inout [ItemWork], _ publication: Publication, _ order: PublicationOrder, _ terms: ChangeTerms,
        _ step: LedgerTransaction
    ) throws {
        let last = try step.rows(LastPriceVersions(items: work.map(\.difference.item)))
        let versions = Dictionary(last.map { ($0.item, $0.version) }) { first, _ in first }
        var added: [WrittenPrice] = []
        for index in work.indices { added += work[index].number(after: versions[work[index].difference.item] ?? 0) }
        try step.change(InsertPublication(publication: publication))
        for part in parts(of: work.map(\.row)) { try step.change(WriteItems(publication: publication, items: part)) }
        for part in parts(of: work.flatMap(\.ended)) { try step.change(EndPrices(prices: part)) }
        for part in parts(of: added) { try step.change(InsertPrices(publication: publication, prices: part)) }
        let differences = work.map(\.difference)
        for part in parts(of: differences) {
            try step.change(InsertDifferences(publication: publication, differences: part))
        }
        try step.change(CountPublication(number: publication.number))
        // The last of the transaction, as any record.
        _ = try step.rows(LockAuditHead())
        for part in parts(of: differences, by: Limits.recordsAtOnceMax) {
            try step.change(
                InsertItemRecords(
                    publication: publication, action: order.action, origin: terms.origin, differences: part))
        }
    }

    private func parts<Element>(of all: [Element], by size: Int = Limits.changesAtOnceMax) -> [[Element]] {
        stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
    }

    /// Half of the lead is left for the commit: no batch may meet a price that it could not see.
    private func requireTime(_ times: PublicationTimes, _ step: LedgerTransaction) throws {
        let passedMs = try time(step).milliseconds - times.now.milliseconds
        guard passedMs <= max(Int64(writeTimeoutMs), times.leadMs / 2) else { throw CatalogueRefusal.tooSlow }
    }

    /// Nobody else changed the item since the caller looked; where he said what he saw.
    func requireSeen(_ item: ItemID, _ terms: ChangeTerms, version: Int64, _ step: LedgerTransaction) throws {
        guard let expected = terms.expected else { return }
        let found = try step.rows(FindItem(id: item, at: try time(step))).first
        guard found?.publication ?? 0 != expected else { return }
        throw CatalogueRefusal.changedMeanwhile(try traces(of: [item], since: expected, step), version: version)
    }

    func traces(of items: [ItemID], since version: Int64, _ step: LedgerTransaction) throws -> [ItemTrace] {
        try step.rows(ListTraces(items: items, since: version, limit: Int64(Limits.staleChangesMax)))
    }
}

extension Catalogue {
    /// The number of the newest publication.
    package func version() async throws(WalletError) -> Int64 {
        guard let version = try await database.rows(ReadCatalogueVersion()).first else { throw .internalError }
        return version
    }

    /// The newest first; those before `cursor`.
    package func publications(
        before cursor: Int64 = .max, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> [Publication] {
        try await database.rows(ListPublications(before: cursor, limit: pageRows(limit)))
    }

    package func publication(_ number: Int64) async throws(WalletError) -> Publication? {
        guard number < .max else { return nil }
        return try await database.rows(ListPublications(before: number + 1, limit: 1)).first { $0.number == number }
    }

    /// What it did, by item; those after `cursor`.
    package func differences(
        of publication: Int64, after cursor: ItemID? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> [ItemDifference] {
        try await database.rows(
            ListDifferences(publication: publication, after: cursor?.text ?? "", limit: pageRows(limit)))
    }

    /// Back to how everything was planned when publication `number` was written, as a new version. Windows that are
    /// over stay history.
    ///
    /// - Parameter terms: `expected` is the catalogue's version.
    package func rollBack(
        to number: Int64, at wish: Instant?, _ terms: ChangeTerms
    ) async throws(WalletError) -> Result<PublishedCatalogue, CatalogueRefusal> {
        let order = PublicationOrder(
            kind: .rollback, action: "roll_back", name: "back to \(number)", at: wish, restores: number)
        let result = try await publish(order, terms) { step, version in
            guard (0...version).contains(number) else { throw CatalogueRefusal.publicationNotFound }
            let earlier = try step.rows(ListEarlierPlans(publication: number))
            if let expected = terms.expected, expected != version {
                throw CatalogueRefusal.changedMeanwhile(
                    try traces(of: earlier.map(\.item), since: expected, step), version: version)
            }
            guard !earlier.isEmpty else { throw CatalogueRefusal.nothingToPublish }
            return earlier.map { .restore($0.item, $0.plan) }
        }
        return try await inForce(result, isAwaited: wish == nil)
    }

    /// Waits for what is to hold when the call answers.
    func inForce(
        _ result: Result<Published, CatalogueRefusal>, isAwaited: Bool
    ) async throws(WalletError) -> Result<PublishedCatalogue, CatalogueRefusal> {
        switch result {
        case .failure(let refusal): return .failure(refusal)
        case .success(let done):
            guard let publication = done.publication else { return .failure(.nothingToPublish) }
            if isAwaited { try await wait(until: publication.at) }
            return .success(PublishedCatalogue(publication: publication, differences: done.differences))
        }
    }
}

/// A publication and everything that it changed.
package struct PublishedCatalogue: Sendable {
    package let publication: Publication
    package let differences: [ItemDifference]
}
