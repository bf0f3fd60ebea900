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

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Of two users who bring one token at once, exactly one gets it.
    package func register(_ token: UUID, for user: UserID) async throws(WalletError) -> TokenRegistration {
        try await database.transaction("TokenStore.register") { step throws(PostgresError) in
            let isNew = try step.change(InsertToken(token: token, user: user)) == 1
            guard !isNew else { return TokenRegistration.registered }
            return try step.rows(FindTokenOwner(token: token)).first == user ? .alreadyTheirs : .anothers
        }
    }

    package func owner(of token: UUID) async throws(WalletError) -> UserID? {
        try await database.rows(FindTokenOwner(token: token)).first
    }
}
