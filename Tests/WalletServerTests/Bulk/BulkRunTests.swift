import HTTPServer
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// What a bulk keeps and does while its client does not read, and after it went away.
@Suite struct BulkRunTests {
    /// A bulk of 1,000 grants of one coin whose answer nobody reads.
    private struct Unread {
        let shop: ServiceFixture
        let user = ServiceFixture.unique("slow")
        let stream = ResponseStream(bufferBytesMax: 1)
        let task: Task<ResponseStreamError?, Never>

        init() async throws {
            shop = try await ServiceFixture.shared
            let (user, stream) = (user, stream)
            let lines = try (0..<1_000).map { number in
                JSONValue.object(try JSONObject(parsing: Array(BulkText.grant(1, user, key: "k\(number)").utf8)))
            }
            let rooms = shop.service.rooms
            let caller = try await Self.caller(shop)
            let run = BulkRun(
                operations: lines, of: BulkKinds([BulkKind(GrantFreeCoins())]), caller: caller, requestID: "r",
                commands: rooms.commands, limiter: rooms.limiter,
                stream: stream)
            task = Task {
                do throws(ResponseStreamError) {
                    try await run.run()
                    return nil
                } catch {
                    return error
                }
            }
        }

        /// As the service knows the fixture's key.
        private static func caller(_ shop: ServiceFixture) async throws -> Caller {
            let keys = KeyRing()
            keys.replace(with: try await shop.ledger.keys.loadAll())
            let headers = HeaderList([("Authorization", "Bearer \(shop.key)")])
            return try Authenticator(keys).caller(RequestHead(method: "POST", path: "/v1/bulk", headers: headers))
        }

        /// Of the wallet, also while nobody asks for it.
        func coins() async throws -> Int64? { try await shop.available(user) }
    }

    @Test("a client that does not read fills its window, and no more is done for it; what was handed over is done")
    func slowReader() async throws {
        let unread = try await Unread()
        let window = Int64(Limits.bulkWindow)
        #expect(try await unread.shop.waitUntil { try await unread.coins() == window })
        // Time in which more would be done if anything were.
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await unread.coins() == window)

        // It goes away: the bulk ends, nothing is taken back and nothing begun.
        unread.stream.fail()
        #expect(await unread.task.value == .clientGone)
        #expect(try await unread.coins() == window)

        // Sent again by a client that reads: each line once.
        let lines = (0..<1_000).map { BulkText.grant(1, unread.user, key: "k\($0)") }
        let results = try await unread.shop.bulk(lines)
        #expect(results.allSatisfy { $0.status == 200 } && results.count == 1_000)
        #expect(results.count { $0.isReplay } >= Limits.bulkWindow)
        #expect(try await unread.coins() == 1_000)
    }

    @Test("a process has a window for some bulks, and none for one more until one ends")
    func windows() {
        let windows = BulkWindows()
        for _ in 0..<Limits.bulksMax { #expect(windows.enter()) }
        #expect(!windows.enter())
        windows.leave()
        #expect(windows.enter() && !windows.enter())
    }

    @Test("outcomes come out in order, whichever comes first and whoever waits for it")
    func outcomes() async throws {
        let outcomes = BulkOutcomes()
        outcomes.set(1, .success(.unchanged))
        #expect(outcomes.takeIfThere(0) == nil)
        async let first = outcomes.take(0)
        outcomes.set(2, .failure(Problem(code: .overloaded)))
        outcomes.set(0, .success(.refunded))
        guard case .success(.refunded) = await first, case .success(.unchanged) = await outcomes.take(1),
            case .failure = outcomes.takeIfThere(2)
        else {
            Issue.record("out of order")
            return
        }
        #expect(outcomes.takeIfThere(2) == nil)
    }
}
