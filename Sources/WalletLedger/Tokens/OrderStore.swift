internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// A purchase that the app's back end announced. Its token comes back inside the signed proof.
package struct Order: Hashable, Sendable {
    package enum State: String, Sendable {
        case open
        /// A purchase of its pack with its token was credited after it was made.
        case completed
    }

    package let number: UUID
    package let user: UserID
    package let pack: PackID
    package let token: UUID
    package let createdAt: Instant
    package let state: State

    package init(number: UUID, user: UserID, pack: PackID, token: UUID, createdAt: Instant, state: State) {
        self.number = number
        self.user = user
        self.pack = pack
        self.token = token
        self.createdAt = createdAt
        self.state = state
    }
}

package enum OrderCreation: Hashable, Sendable {
    case created
    /// The token is another user's: no order was made.
    case tokenIsAnothers
}

package struct OrderStore: Sendable {
    private let database: LedgerDatabase
    private let pseudonyms: Pseudonyms

    package init(_ database: LedgerDatabase, pseudonyms: Pseudonyms = .none) {
        self.database = database
        self.pseudonyms = pseudonyms
    }

    /// Registers the token, if nobody has, and makes the order: both or neither.
    ///
    /// - Parameters:
    ///   - token: the app's own, or a random one; never a token of somebody else.
    ///   - number: random.
    package func create(
        user: UserID, pack: PackID, token: UUID, number: UUID
    ) async throws(WalletError) -> OrderCreation {
        let shiftMs = database.clockShiftMs
        let name = pseudonyms.name(of: user)
        let creation = try await database.transaction("OrderStore.create") {
            step throws(PostgresError) -> OrderCreation? in
            guard let identity = try step.identity(of: user, name), !identity.isErased else { return nil }
            let owner = identity.canonical
            try step.change(InsertToken(token: token, user: owner))
            let order = InsertOrder(number: number, user: owner, pack: pack, token: token, clockShiftMs: shiftMs)
            return try step.change(order) == 1 ? .created : .tokenIsAnothers
        }
        guard let creation else { throw .userErased }
        return creation
    }

    package func find(_ number: UUID) async throws(WalletError) -> Order? {
        try await database.rows(FindOrder(number: number)).first
    }
}
