internal import Postgres
package import WalletDomain

/// Merges of users: what the directory knows of them. It says what is to be moved, and makes two users one when all is.
///
/// Each call decides under the locks of both users, so of two merges that meet one comes first.
package struct MergeStore: Sendable {
    private let database: LedgerDatabase
    private let pseudonyms: Pseudonyms

    package init(_ database: LedgerDatabase, pseudonyms: Pseudonyms) {
        self.database = database
        self.pseudonyms = pseudonyms
    }

    /// The next step of a merge; the same again until it is done.
    /// - Parameter wanted: of a merge that is under way the rest is as it was asked for first.
    package func plan(_ wanted: UserMerge) async throws(WalletError) -> MergePlan {
        let names = [wanted.user, wanted.into].compactMap { pseudonyms.name(of: $0) }
        let shiftMs = database.clockShiftMs
        return try await database.transaction("MergeStore.plan") { step throws(PostgresError) in
            if try step.rows(FindErased(pseudonyms: names)).first != nil { return .refused(.userErased) }
            // In the order in which they are locked.
            for user in [wanted.user, wanted.into].sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) })
            {
                try step.change(InsertUser(user: user))
            }
            // Whoever was erased while we waited for the rows must not be made anew.
            if try step.rows(FindErased(pseudonyms: names)).first != nil { throw .rolledBack }
            let users = try step.rows(LockUsers(users: [wanted.user, wanted.into]))
            return try MergeDecision(wanted, users, step, clockShiftMs: shiftMs).plan()
        }
    }

    /// Nothing was moved, and nothing will be.
    package func giveUp(_ merge: UserMerge) async throws(WalletError) {
        try await database.change(GiveUpMerge(user: merge.user, merge: merge.merge))
    }

    package func find(of user: UserID) async throws(WalletError) -> UserMerge? {
        try await database.rows(FindUserMerges.of([user])).first { $0.user == user }
    }

    /// The merge under way that closed a wallet; nil: it is done.
    package func underWay(closing wallet: WalletID) async throws(WalletError) -> UserMerge? {
        try await database.rows(FindMergeOfWallet(wallet: wallet)).first
    }

    /// Takes up merges that somebody began and nobody ended; nobody else gets them for `leaseMs`.
    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [UserMerge] {
        try await database.change(
            TakeUpMerges(limit: Int64(limit), leaseMs: leaseMs, clockShiftMs: database.clockShiftMs)
        ).rows
    }

    /// The wallets that the directory names as the user's own, also those that lead on.
    package func wallets(of user: UserID) async throws(WalletError) -> [StoreEnvironment: WalletID] {
        let rows = try await database.rows(ListWalletsOfUsers(users: [user]))
        return Dictionary(rows.map { ($0.environment, $0.wallet) }) { first, _ in first }
    }
}
