import Foundation
import Synchronization
import Testing

extension EndToEnd {
    /// An operator restarts the service while it works.
    @Suite(.serialized) struct DrainTests {
        private static let clients = 16
        private static let delayMs = 400

        @Test("SIGTERM under load: readiness goes first, nothing acknowledged is lost, no answer is torn, exit 0")
        func underLoad() async throws {
            let service = try await TestService.make(["COFFER_DRAIN_DELAY_MS": String(Self.delayMs)])
            let program = try await service.start()
            let api = try service.api()
            for number in 0..<Self.clients {
                #expect(try await api.grant("user-\(number)", 1_000_000, key: "g").status == 200)
            }
            let load = Load(api)
            load.start(clients: Self.clients)
            async let notReady = Self.countNotReady(api)
            try await eventually("load") { load.seen.acknowledged.count > 200 }
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0, "\(program.errors.suffix(1_000))")
            try await eventually("the clients end") { load.isOver }
            #expect(await notReady > 0)
            let seen = load.seen
            #expect(seen.torn == 0)
            let stored = try await service.books.number("SELECT count(*) FROM entries WHERE kind = 3")
            #expect(stored >= seen.acknowledged.count && stored <= seen.acknowledged.count + seen.unknown)
            let keys = seen.acknowledged.map { "('\($0)')" }.joined(separator: ",")
            let found = try await service.books.number(
                """
                SELECT count(*) FROM (VALUES \(keys)) wanted (key) JOIN entries e
                    ON e.key = encode(substr(sha256(convert_to(wanted.key, 'UTF8')), 1, 16), 'hex')::uuid
                """)
            #expect(found == seen.acknowledged.count)
            #expect(try await service.books.brokenRules() == [])
        }

        @Test("A second SIGTERM ends it now, and what was acknowledged is there")
        func atOnce() async throws {
            let service = try await TestService.make(["COFFER_DRAIN_DELAY_MS": "60000"])
            let program = try await service.start()
            #expect(try await service.api().grant("alice", 5, key: "g").status == 200)
            program.signal(SIGTERM)
            let api = try service.api()
            try await eventually("not ready") { try await api.get("/readyz").status == 503 }
            #expect(try await api.get("/livez").status == 200)
            #expect(try await api.get("/v1/wallets/alice").status == 200)
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 1)
            #expect(try await service.books.number("SELECT count(*) FROM entries") == 1)
        }

        /// How often readiness said no, until nobody answered any more.
        private static func countNotReady(_ api: API) async -> Int {
            var count = 0
            while let reply = try? await api.get("/readyz") {
                if reply.status == 503 { count += 1 }
            }
            return count
        }
    }
}

/// Clients that spend as long as they find somebody; each on a thread of its own.
private final class Load: Sendable {
    struct Seen {
        var acknowledged: Set<String> = []
        /// Refused with 5xx, or without an answer: done or not done.
        var unknown = 0
        var torn = 0
        var running = 0
    }

    private let api: API
    private let state = Mutex(Seen())

    init(_ api: API) { self.api = api }

    var seen: Seen { state.withLock { $0 } }
    var isOver: Bool { seen.running == 0 }

    func start(clients: Int) {
        state.withLock { $0.running = clients }
        for number in 0..<clients { Thread.detachNewThread { [self] in spend(as: number) } }
    }

    private func spend(as number: Int) {
        var client = RawClient(api)
        var end = RawClient.End.nothing
        var count = 0
        while end != .cannotConnect {
            count += 1
            let key = "drain-\(number)-\(count)"
            end = client.post("/v1/wallets/user-\(number)/spends", #"{"item":"ten","expected_price":10}"#, key: key)
            note(end, key)
        }
        state.withLock { $0.running -= 1 }
    }

    private func note(_ end: RawClient.End, _ key: String) {
        state.withLock { state in
            switch end {
            case .answered(200, _): state.acknowledged.insert(key)
            case .answered, .nothing: state.unknown += 1
            case .torn: state.torn += 1
            case .cannotConnect: break
            }
        }
    }
}
