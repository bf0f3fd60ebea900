internal import WalletDomain
internal import WalletLedger

/// An order that comes with a top-up must be the user's own.
struct OrderCheck: Sendable {
    let orders: OrderStore

    func require(_ text: String, isOf user: UserID) async throws {
        guard let number = WireID.parseOrder(text), let order = try await orders.find(number) else {
            throw Problem(code: .orderNotFound)
        }
        guard order.user == user else { throw Problem(code: .orderBelongsToAnotherUser) }
    }
}
