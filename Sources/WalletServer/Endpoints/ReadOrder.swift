internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Where an order stands: open, or completed by a credited purchase.
struct ReadOrder: Endpoint {
    static let route = Route(.get, "/v1/orders/{order}", access: .keys([.read, .topup]))
    let catalogue: Catalogue
    let orders: OrderStore

    func parse(_ call: Call) throws -> UUID {
        try call.requireNoQuery()
        guard let number = WireID.parseOrder(call.path("order")) else { throw Problem(code: .orderNotFound) }
        return number
    }

    func run(_ number: UUID, as caller: Caller) async throws -> OrderAnswer {
        guard let order = try await orders.find(number) else { throw Problem(code: .orderNotFound) }
        guard !Pseudonyms.isName(order.user) else { throw WalletError.userErased }
        guard let pack = try await catalogue.pack(order.pack) else { throw WalletError.internalError }
        return OrderAnswer(order: order, pack: pack)
    }
}
