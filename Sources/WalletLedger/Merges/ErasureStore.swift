internal import Postgres
package import WalletDomain

/// How the erasure of a user stands.
package enum ErasurePlan: Sendable {
    /// These first: a wallet of theirs is on its way.
    case after([UserMerge])
    /// The user's id means nobody from now on; these wallets are to be closed.
    case close([(wallet: WalletID, environment: StoreEnvironment)], UserErasure)
    case done(Instant)
}

/// An erasure that was begun: a user and all that were merged into it.
package struct UserErasure: Sendable {
    package let users: [UserID]
    package let caller: CallerID
}

/// Erasure of users: from its beginning their ids mean nobody, at its end they stand nowhere any more.
///
/// Nothing is deleted: ids are replaced by pseudonyms, tokens by random ones, texts and proofs are emptied.
package struct ErasureStore: Sendable {
    private let database: LedgerDatabase
    private let pseudonyms: Pseudonyms

    package init(_ database: LedgerDatabase, pseudonyms: Pseudonyms) {
        self.database = database
        self.pseudonyms = pseudonyms
    }

    /// Whether this installation has a secret for pseudonyms.
    package var isAvailable: Bool { pseudonyms.isAvailable }

    /// Nobody is this user any more, whatever becomes of this process. A user never seen is erased too.
    package func begin(_ user: UserID, by caller: CallerID) async throws(WalletError) -> ErasurePlan {
        guard let name = pseudonyms.name(of: user) else { throw .internalError }
        let shiftMs = database.clockShiftMs
        return try await database.transaction("ErasureStore.begin") { step throws(PostgresError) in
            if let at = try step.rows(FindErasure(pseudonym: name)).first { return .done(at) }
            try step.change(InsertUser(user: user))
            // Erased while we waited for the row: it must not be made anew.
            if try step.rows(FindErasure(pseudonym: name)).first != nil { throw .rolledBack }
            guard let identity = try step.rows(FindIdentity(user: user, pseudonym: nil)).first else {
                throw .unexpectedShape("a user that was inserted is not there")
            }
            let family = try step.rows(LockFamily(account: identity.canonical))
            // Whoever was merged while we waited is somebody else now.
            let now = try step.rows(FindIdentity(user: user, pseudonym: nil)).first
            guard now?.canonical == identity.canonical else { return .after([]) }
            // And whoever was erased while we waited stands under another name.
            guard family.contains(identity.canonical) else { return .after([]) }
            let merges = try step.rows(FindUserMerges.of(family)).filter { $0.state == .underWay }
            guard merges.isEmpty else { return .after(merges) }
            try step.change(BeginErasure(users: family, caller: caller, clockShiftMs: shiftMs))
            let wallets = try step.rows(ListWalletsOfUsers(users: family))
            return .close(
                wallets.map { ($0.wallet, $0.environment) }, UserErasure(users: family, caller: caller))
        }
    }

    /// After the wallets are closed. Whoever comes second finds nothing left to do.
    /// - Returns: when it was done.
    package func finish(_ erasure: UserErasure) async throws(WalletError) -> Instant {
        let names = erasure.users.compactMap { user in pseudonyms.name(of: user).map { (user: user, name: $0) } }
        guard let proof = pseudonyms.proof, let first = names.first, names.count == erasure.users.count else {
            throw .internalError
        }
        let shiftMs = database.clockShiftMs
        let at = try await database.transaction("ErasureStore.finish") { step throws(PostgresError) -> Instant? in
            try step.change(ClaimErasureKey(proof: proof))
            guard try step.rows(ReadErasureKey()).first == proof else { return nil }
            let left = Set(try step.rows(LockUsers(users: erasure.users)).map(\.user))
            try UserEraser(names.filter { left.contains($0.user) }, erasure.caller, step, clockShiftMs: shiftMs).run()
            return try step.rows(FindErasure(pseudonym: first.name)).first
        }
        guard let at else { throw .internalError }
        return at
    }

    /// Erasures that were begun and did not end within `leaseMs`; of each the account.
    package func unfinished(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [(account: UserID, caller: CallerID)] {
        try await database.rows(
            FindUnfinishedErasures(limit: Int64(limit), leaseMs: leaseMs, clockShiftMs: database.clockShiftMs))
    }
}
