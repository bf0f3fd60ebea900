internal import Postgres
package import WalletDomain

/// How many users a change of an item concerns; nil where counting took too long.
package struct AffectedUsers: Hashable, Sendable {
    /// Holds that are open on it: they keep the price that was agreed.
    package var openHolds: Int64?
    package var owners: Int64?
    /// Wallets that bought it in the last 30 days.
    package var buyers: Int64?
}

extension Catalogue {
    /// Each count is given `Limits.affectedCountMs`: on a large database nobody waits for it.
    package func affected(_ items: [ItemID]) async throws(WalletError) -> [ItemID: AffectedUsers] {
        guard !items.isEmpty else { return [:] }
        let since = try await database.time().adding(milliseconds: -Limits.affectedBuyersMs)
        let holds = try await count(CountOpenHolds(items: items))
        let owners = try await count(CountOwners(items: items))
        let buyers = try await count(CountBuyers(items: items, since: since))
        var affected: [ItemID: AffectedUsers] = [:]
        for item in items {
            affected[item] = AffectedUsers(
                openHolds: holds.map { $0[item] ?? 0 }, owners: owners.map { $0[item] ?? 0 },
                buyers: buyers.map { $0[item] ?? 0 })
        }
        return affected
    }

    /// What others changed of these items.
    package func traces(of items: [ItemID], since publication: Int64) async throws(WalletError) -> [ItemTrace] {
        try await database.rows(
            ListTraces(items: items, since: publication, limit: Int64(Limits.staleChangesMax)))
    }

    /// Nil if it took too long.
    private func count<S: Statement>(
        _ statement: S
    ) async throws(WalletError) -> [ItemID: Int64]? where S.Row == ItemCount {
        do {
            let rows = try await database.attempt { step in
                _ = try step.rows(LocalSetting(name: "statement_timeout", value: String(Limits.affectedCountMs)))
                return try step.rows(statement)
            }
            return Dictionary(rows.map { ($0.item, $0.count) }) { first, _ in first }
        } catch let error as PostgresError {
            if error.serverState == .queryCanceled { return nil }
            throw database.walletError(error, during: "\(S.self)", writes: false)
        } catch {
            throw database.unforeseen(error, during: "\(S.self)")
        }
    }
}
