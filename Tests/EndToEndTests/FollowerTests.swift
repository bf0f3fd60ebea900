import Foundation
import Synchronization
import Testing

extension EndToEnd {
    /// `GET /v1/events`, as another system follows it.
    @Suite(.serialized) struct FollowerTests {
        @Test("A follower of two processes under load sees every entry once, also over a restart of one of them")
        func followsTwoProcesses() async throws {
            let service = try await TestService.make()
            try await service.start(["COFFER_LANES": "3"])
            let (other, otherURL) = try await service.another(["COFFER_LANES": "2"])
            let made = try await CofferBinary.run(
                ["key", "create", "--name", "follower", "--scope", "events"], service.environment)
            let key = try #require(made.output.split(whereSeparator: \.isWhitespace).last)
            let follower = API(url: try service.api().url, key: String(key), client: service.client)
            let load = FollowedLoad()
            async let seen = Self.follow(follower, until: load)
            try await Self.load(service, otherURL, round: 1)
            other.signal(SIGKILL)
            _ = try await other.exitStatus()
            let (third, thirdURL) = try await service.another(["COFFER_LANES": "2"])
            try await Self.load(service, thirdURL, round: 2)
            load.end()
            let ids = try await seen
            #expect(Set(ids).count == ids.count)
            let lines = try await service.books.number("SELECT count(*) FROM entries")
            #expect(ids.count == lines)
            #expect(lines >= 600)
            third.signal(SIGTERM)
            _ = try await third.exitStatus()
            try await service.stop()
        }

        /// 300 grants to 20 users over both processes; each is repeated until it is known to be done.
        private static func load(_ service: TestService, _ otherURL: String, round: Int) async throws {
            let apis = [try service.api(), service.api(at: otherURL)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    if number >= 24 { try await group.next() }
                    group.addTask {
                        let user = "user-\(number % 20)"
                        while try await apis[number % 2].grant(user, 1, key: "grant-\(round)-\(number)").isUnsettled {}
                    }
                }
                try await group.waitForAll()
            }
        }

        /// The ids of all events, asked for page by page until the load is over and nothing is left.
        private static func follow(_ api: API, until load: FollowedLoad) async throws -> [String] {
            var ids: [String] = []
            var query = "limit=37"
            while true {
                let wasOver = load.isOver
                let reply = try await api.get("/v1/events?\(query)")
                // A new key is known to every process within a second.
                if reply.isUnsettled || ids.isEmpty && reply.status == 401 { continue }
                try #require(reply.status == 200, "\(reply.text)")
                var index = 0
                while let id = reply["events.\(index).id"] {
                    ids.append(id)
                    index += 1
                }
                query = "limit=37&cursor=" + (reply["next_cursor"] ?? "")
                if wasOver, reply.text.contains(#""more":false"#) { return ids }
            }
        }
    }
}

/// Says to the follower that no more will be written.
private final class FollowedLoad: Sendable {
    private let state = Mutex(false)

    var isOver: Bool { state.withLock { $0 } }

    func end() { state.withLock { $0 = true } }
}
