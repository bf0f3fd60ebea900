internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// What support looks up: users by whatever is known of them, and what wallets went through. Reads only, each bounded.
package struct SupportReader: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Erased users are not found by anything.
    package func find(_ search: UserSearch, limit: Int) async throws(WalletError) -> [UserHit] {
        let users: [UserID]
        switch search {
        case .prefix(let prefix, let after):
            return try await database.rows(
                ListUserHits(prefix: prefix, after: after?.text ?? "", limit: pageRows(limit)))
        case .user(let user): users = [user]
        case .wallet(let wallet): users = try await database.rows(FindUser(wallet: wallet))
        case .transaction(let id): users = try await database.rows(FindOwnersOfTransaction(id: id))
        case .order(let number): users = try await database.rows(FindOrder(number: number)).map(\.user)
        case .token(let token): users = try await database.rows(FindTokenOwner(token: token))
        }
        return users.isEmpty ? [] : try await database.rows(FindUserHits(users: users))
    }

    /// Purchases of that id that wait for an owner.
    package func unattributed(_ id: TransactionID) async throws(WalletError) -> [StoreTransaction.Key] {
        try await database.rows(FindUnattributedKeys(id: id))
    }

    /// Nil: never seen, or erased.
    package func facts(of user: UserID) async throws(WalletError) -> UserFacts? {
        guard let hit = try await database.rows(FindUserHits(users: [user])).first,
            let row = try await database.rows(ReadUserFacts(user: user)).first
        else { return nil }
        return UserFacts(
            hit: hit, createdAt: row.createdAt,
            merged: try await database.rows(ListMergedUsers(account: user)), consent: row.consent,
            tokens: try await database.rows(ListTokensOfUser(user: user)), orders: row.orders)
    }

    package func counts(of wallet: WalletID) async throws(WalletError) -> WalletCounts {
        try await database.rows(CountWallet(wallet: wallet)).first ?? .none
    }

    /// Spends, the newest first. Looks at no more than a stretch of the wallet's journal; `next` says before which
    /// entry to go on, nil at the end.
    package func spends(
        of wallet: WalletID, before cursor: Int64?, limit: Int,
        entriesMax: Int64 = Limits.spendEntriesScannedMax
    ) async throws(WalletError) -> (spends: [SpendRecord], next: Int64?) {
        let end = try await database.rows(FindLastSequence(wallet: wallet)).first ?? 0
        let start = min(cursor ?? .max, end + 1)
        let from = max(1, start - entriesMax)
        let rows = pageRows(limit)
        let entries = try await database.rows(
            ListSpends(wallet: wallet, from: from, before: start, limit: rows))
        let operations = Self.operations(entries)
        let ids = operations.compactMap { $0.first }.map { OperationID(wallet: $0.wallet, sequence: $0.operation) }
        let parts = ids.isEmpty ? [] : try await database.rows(LoadUndone(spends: ids))
        let spends = zip(ids, operations).map { id, entries in
            SpendRecord(entries: entries, undone: parts.filter { $0.spend == id }.map(\.part).byLot)
        }
        if spends.count == rows { return (spends, ids.last?.sequence) }
        return (spends, from > 1 ? from : nil)
    }

    /// The entries of one operation after the other.
    private static func operations(_ entries: [Entry]) -> [[Entry]] {
        entries.reduce(into: []) { operations, entry in
            if entry.kind == .spent, entry.first != nil {
                operations.append([entry])
            } else if !operations.isEmpty {
                operations[operations.count - 1].append(entry)
            }
        }
    }

    /// What refunds did to a wallet, the newest first.
    package func refundEntries(
        of wallet: WalletID, before cursor: Int64?, limit: Int
    ) async throws(WalletError) -> [Entry] {
        try await database.rows(
            ListRefundEntries(wallet: wallet, before: cursor ?? .max, limit: pageRows(limit)))
    }

    /// The newest first.
    package func proofs(
        of wallet: WalletID, before cursor: (at: Instant, digest: [UInt8])?, limit: Int
    ) async throws(WalletError) -> [ProofLine] {
        try await database.rows(ListProofs(wallet: wallet, before: cursor, limit: pageRows(limit)))
    }

    /// What Apple told about a wallet's purchases, the newest first.
    package func notifications(
        of wallet: WalletID, before cursor: (at: Instant, id: UUID)?, limit: Int
    ) async throws(WalletError) -> [NotificationLine] {
        try await database.rows(ListNotifications(wallet: wallet, before: cursor, limit: pageRows(limit)))
    }

    /// Of all users, the newest refund first.
    package func refunds(
        _ filter: RefundFilter, before cursor: (at: Instant, key: StoreTransaction.Key)?, limit: Int
    ) async throws(WalletError) -> [RefundLine] {
        try await database.rows(ListRefunds(filter: filter, before: cursor, limit: pageRows(limit)))
    }
}
