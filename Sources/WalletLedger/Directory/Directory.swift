internal import Postgres
internal import Synchronization
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// Whose wallet is which. User ids stand nowhere else but in tokens and orders.
///
/// A wallet is found or made in the database, never looked for first and made later: of two who come at once, on one
/// server or on two, both get the same one (case O-2).
package final class Directory: Sendable {
    struct Key: Hashable, Sendable {
        let user: UserID
        let environment: StoreEnvironment
    }

    let database: LedgerDatabase
    let testers = Mutex<Set<UserID>>([])
    let makeWallet: @Sendable () -> WalletID
    private let recent: Mutex<RecentValues<Key, WalletID>>
    private let lookups: WalletLookups
    let pseudonyms: Pseudonyms

    /// - Parameters:
    ///   - pseudonyms: how erased users are called.
    ///   - makeWallet: a random id for a new wallet; tests fix it.
    package init(
        _ database: LedgerDatabase, cacheMax: Int = Limits.walletCacheMax, pseudonyms: Pseudonyms = .none,
        makeWallet: @escaping @Sendable () -> WalletID = { WalletID(UUID()) }
    ) {
        self.database = database
        self.makeWallet = makeWallet
        self.pseudonyms = pseudonyms
        lookups = WalletLookups(database, pseudonyms)
        recent = Mutex(RecentValues(countMax: cacheMax))
    }

    /// At once and without the database; nil says nothing.
    package func cachedWallet(of user: UserID, in environment: StoreEnvironment) -> WalletID? {
        recent.withLock { $0[Key(user: user, environment: environment)] }
    }

    /// The user's wallet; made if there is none. Of a user who was merged with a wallet it is that one: it leads on.
    /// - Throws: `userErased`.
    package func wallet(of user: UserID, in environment: StoreEnvironment) async throws(WalletError) -> WalletID {
        if let known = try await knownWallet(of: user, in: environment) { return known }
        let key = Key(user: user, environment: environment)
        let wallet = makeWallet()
        let name = pseudonyms.name(of: user)
        let settled = try await database.transaction("Directory.wallet") { step throws(PostgresError) in
            guard let identity = try step.identity(of: user, name), !identity.isErased else { return WalletID?.none }
            let owner = Key(user: identity.canonical, environment: environment)
            try step.change(InsertUserWallet(key: owner, wallet: wallet))
            return try step.rows(FindWallet(key: owner)).first
        }
        guard let settled else { throw .userErased }
        remember(settled, for: key)
        return settled
    }

    /// The user's wallet if there is one: reading never makes one.
    package func knownWallet(
        of user: UserID, in environment: StoreEnvironment
    ) async throws(WalletError) -> WalletID? {
        let key = Key(user: user, environment: environment)
        if let cached = cachedWallet(of: user, in: environment) { return cached }
        guard let found = try await lookups.find(key) else { return nil }
        remember(found, for: key)
        return found
    }

    /// Whose wallet it is now: of a merged one the account at the end. Nil also if the user was erased.
    package func user(of wallet: WalletID) async throws(WalletError) -> UserID? {
        try await database.rows(FindUser(wallet: wallet)).first
    }

    private func remember(_ wallet: WalletID, for key: Key) { recent.withLock { $0[key] = wallet } }
}
