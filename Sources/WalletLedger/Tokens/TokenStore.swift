internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

package enum TokenRegistration: Hashable, Sendable {
    case registered
    case alreadyTheirs
    /// Nothing happened, and nobody is told whose it is.
    case anothers
}

package enum TokenMove: String, Hashable, Sendable {
    /// It was nobody's.
    case registered
    case moved
    case alreadyTheirs = "unchanged"
}

/// App account tokens: the signed link between an Apple purchase and a user. UUIDs, so letter case is no matter
/// (case O-4). A token keeps its user until support moves it.
package struct TokenStore: Sendable {
    private let database: LedgerDatabase
    private let pseudonyms: Pseudonyms

    package init(_ database: LedgerDatabase, pseudonyms: Pseudonyms = .none) {
        self.database = database
        self.pseudonyms = pseudonyms
    }

    /// Of two users who bring one token at once, exactly one gets it. Of a merged user it is the account's.
    /// - Throws: `userErased`.
    package func register(_ token: UUID, for user: UserID) async throws(WalletError) -> TokenRegistration {
        let name = pseudonyms.name(of: user)
        let registration = try await database.transaction("TokenStore.register") {
            step throws(PostgresError) -> TokenRegistration? in
            guard let identity = try step.identity(of: user, name), !identity.isErased else { return nil }
            let isNew = try step.change(InsertToken(token: token, user: identity.canonical)) == 1
            guard !isNew else { return .registered }
            return try step.rows(FindTokenOwner(token: token)).first == identity.canonical ? .alreadyTheirs : .anothers
        }
        guard let registration else { throw .userErased }
        return registration
    }

    /// The token is this user's from now on, whoever had it. What was credited stays where it is.
    /// - Parameter wallet: one of the user's, for the record.
    /// - Throws: `userErased`.
    package func move(
        _ token: UUID, to user: UserID, wallet: WalletID, by caller: CallerID, _ act: ActByHand
    ) async throws(WalletError) -> TokenMove {
        let name = pseudonyms.name(of: user)
        let (record, shiftMs) = (UUID(), database.clockShiftMs)
        let move = try await database.transaction("TokenStore.move") { step throws(PostgresError) -> TokenMove? in
            guard let identity = try step.identity(of: user, name), !identity.isErased else { return nil }
            let isNew = try step.change(InsertToken(token: token, user: identity.canonical)) == 1
            let before = try step.rows(LockToken(token: token)).first
            guard isNew || before?.user != identity.canonical else { return .alreadyTheirs }
            if !isNew { try step.change(MoveToken(token: token, user: identity.canonical)) }
            var insert = InsertAuditRecord(
                record: record, caller: caller, action: "move_token", wallet: wallet, transaction: nil,
                reason: act.note.digest, clockShiftMs: shiftMs)
            insert.origin = act.origin
            let owner = isNew ? nil : before?.wallet
            insert.tell(
                AuditedFigures([("registered", .flag(!isNew))] + (owner.map { [("wallet", .word($0.text))] } ?? [])),
                became: AuditedFigures([("registered", .flag(true)), ("wallet", .word(wallet.text))]))
            try step.record(insert, act.note)
            return isNew ? .registered : .moved
        }
        guard let move else { throw .userErased }
        return move
    }

    package func owner(of token: UUID) async throws(WalletError) -> UserID? {
        try await database.rows(FindTokenOwner(token: token)).first
    }
}
