internal import WalletDomain
internal import WalletLedger

/// A person decides whose a purchase is. The decision and its reason are written down first; then the purchase is
/// credited as any other.
struct AssignUnattributed: Endpoint {
    static let route = Route(.post, "/v1/admin/unattributed/{unattributed}/assign", access: .keys([.support]))
    let rooms: InboxRooms
    let directory: Directory

    struct Input: Sendable {
        let key: StoreTransaction.Key
        let user: UserID
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["user", "reason", "ticket"])
        guard let key = WireID.parseUnattributed(call.path("unattributed")) else {
            throw Problem(code: .unattributedNotFound)
        }
        return Input(
            key: key, user: try UserID(body.text("user")),
            byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> TopupAnswer {
        // No wallet is made for a purchase that is not there.
        guard try await rooms.unattributed.find(input.key) != nil else { throw Problem(code: .unattributedNotFound) }
        let user = try await directory.account(of: input.user)
        let wallet = try await directory.wallet(of: user, in: input.key.environment)
        let assignment = try await rooms.unattributed.assign(
            input.key, to: user, wallet: wallet, by: caller.id, input.byHand)
        let settling = SettleUnattributed(rooms: rooms, caller: caller.id)
        switch assignment {
        case .unknown: throw Problem(code: .unattributedNotFound)
        case .noted(let purchase): return TopupAnswer(result: try await settling.settle(purchase, for: user))
        case .taken(let purchase) where purchase.assignedTo != nil && purchase.assignedTo != user:
            throw Problem(code: .purchaseBelongsToAnotherUser)
        // Credited meanwhile: the same look tells whether it was this user.
        case .taken(let purchase): return TopupAnswer(result: try await settling.look(at: purchase, for: user))
        }
    }
}
