internal import Postgres
package import WalletDomain

/// What is known of purchases outside of the Writer: reads, and Apple's word about purchases that nobody has yet.
package struct StoreTransactionStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func find(_ key: StoreTransaction.Key) async throws(WalletError) -> StoreTransaction? {
        try await database.rows(FindStoreTransaction(key: key)).first
    }

    /// The spends of items owned now that these lots paid for, the latest first, at most `Limits.revocableSpendsMax`.
    package func spends(paidBy lots: [Int32], of wallet: WalletID) async throws(WalletError) -> [Int64] {
        try await database.rows(ListRevocableSpends(wallet: wallet, lots: lots))
    }

    /// Keeps Apple's word if nobody was credited and it is newer than what is kept. The row belongs to nobody then, or
    /// to whom it belonged; a credit that comes later meets the word under the row's lock.
    /// - Returns: the purchase afterwards. With a credit in it nothing was kept: then the word is the Writer's matter.
    package func remember(
        _ word: StoreWord, of key: StoreTransaction.Key
    ) async throws(WalletError) -> StoreTransaction {
        try await database.transaction("StoreTransactionStore.remember") { step throws(PostgresError) in
            try step.change(RememberWord(key: key, word: word))
            guard let row = try step.rows(FindStoreTransaction(key: key)).first else {
                throw .unexpectedShape("a purchase's row is never deleted")
            }
            return row
        }
    }
}
