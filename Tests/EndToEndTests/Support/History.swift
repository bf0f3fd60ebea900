import Synchronization

/// One command of a generated run: what is wanted, and the key or purchase by which it can be repeated.
struct PlannedCommand: Sendable {
    enum Kind: Sendable {
        case topUp(coins: Int, proof: String)
        case grant(coins: Int)
        case spend(item: String, price: Int)
    }

    let number: Int
    let user: String
    let kind: Kind

    var key: String { "command-\(number)" }

    func send(to api: API) async throws -> Reply {
        switch kind {
        case .topUp(_, let proof): try await api.topUp(user, proof)
        case .grant(let coins): try await api.grant(user, coins, key: key)
        case .spend(let item, let price): try await api.spend(user, item, price, key: key)
        }
    }

    /// A mixture that repeats with the seed: 3 top-ups, 2 grants, 5 spends in ten.
    static func plan(
        _ count: Int, users: Int, store: TestStore, seed: UInt64
    ) throws -> [PlannedCommand] {
        var random = SmallRandom(state: seed)
        return try (0..<count).map { number in
            let user = "user-\(random.next() % UInt64(users))"
            let kind: Kind =
                switch random.next() % 10 {
                case 0...2: .topUp(coins: 100, proof: try store.purchase(coins: 100))
                case 3...4: .grant(coins: 7)
                case 5...7: .spend(item: "ten", price: 10)
                default: .spend(item: "forty", price: 40)
                }
            return PlannedCommand(number: number, user: user, kind: kind)
        }
    }
}

/// Repeats with its seed. Source: Marsaglia, "Xorshift RNGs", 2003 (xorshift64).
struct SmallRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// What the clients were told, as they were told it.
final class History: Sendable {
    private let replies = Mutex<[Int: Reply]>([:])

    func acknowledge(_ command: PlannedCommand, _ reply: Reply) { replies.withLock { $0[command.number] = reply } }

    var count: Int { replies.withLock { $0.count } }

    func reply(to command: PlannedCommand) -> Reply? { replies.withLock { $0[command.number] } }

    /// Coins that each user must have, from the answers alone.
    func balances(_ commands: [PlannedCommand]) -> [String: Int] {
        var balances: [String: Int] = [:]
        for command in commands {
            guard let reply = reply(to: command), reply.status == 200 else { continue }
            switch command.kind {
            case .topUp(let coins, _), .grant(let coins): balances[command.user, default: 0] += coins
            case .spend(_, let price): balances[command.user, default: 0] -= price
            }
        }
        return balances
    }
}

/// What is still to be sent, shared by the clients.
final class CommandQueue: Sendable {
    private let rest: Mutex<ArraySlice<PlannedCommand>>

    init(_ commands: [PlannedCommand]) { rest = Mutex(commands[...]) }

    func next() -> PlannedCommand? { rest.withLock { $0.popFirst() } }
}
