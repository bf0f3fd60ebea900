internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Before a purchase: an order with the token that comes back inside the signed proof.
struct CreateOrder: Endpoint {
    static let route = Route(.post, "/v1/orders", access: .keys([.topup]))
    let catalogue: Catalogue
    let orders: OrderStore
    /// Purchases may have waited for a token that the app made itself.
    let wakePending: @Sendable () async -> Void

    struct Input: Sendable {
        let user: UserID
        let pack: PackID
        let token: UUID?
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["user", "pack", "app_account_token"])
        return Input(
            user: try call.user(in: body), pack: try PackID(body.text("pack")),
            token: try body.optionalToken("app_account_token"))
    }

    func run(_ input: Input, as caller: Caller) async throws -> OrderAnswer {
        guard let pack = try await catalogue.pack(input.pack), pack.status == .onSale else {
            throw Problem(code: .packNotFound)
        }
        let number = UUID()
        let creation = try await orders.create(
            user: input.user, pack: pack.id, token: input.token ?? UUID(), number: number)
        guard creation == .created else { throw Problem(code: .tokenBelongsToAnotherUser) }
        if input.token != nil { await wakePending() }
        guard let order = try await orders.find(number) else { throw WalletError.internalError }
        return OrderAnswer(order: order, pack: pack)
    }
}

struct OrderAnswer: Answer {
    let order: Order
    let pack: Pack

    func write(to object: inout JSONWriter) {
        object.member("order", WireID.order(order.number))
        object.member("user", order.user.text)
        object.member("pack", order.pack.text)
        object.member("bundle", pack.bundle)
        object.member("product", pack.product)
        object.member("app_account_token", order.token.lowercased)
        object.member("state", order.state.rawValue)
        object.member("created_at", order.createdAt.text)
    }
}
