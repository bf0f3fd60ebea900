internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

package enum TokenRegistration: Hashable, Sendable {
    case registered
    case alreadyTheirs
    /// Nothing happened, and nobody is told whose it is.
    case anothers
}

/// App account tokens: the signed link between an Apple purchase and a user. UUIDs, so letter case is no matter
/// (case O-4). A token keeps its user for ever.
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

    package func owner(of token: UUID) async throws(WalletError) -> UserID? {
        try await database.rows(FindTokenOwner(token: token)).first
    }
}
