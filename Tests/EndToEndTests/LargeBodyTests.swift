import Foundation
import Synchronization
import Testing

extension EndToEnd {
    /// Bodies beyond every limit (case V-9).
    @Suite(.serialized) struct LargeBodyTests {
        private static let bodies = 20
        /// More than a top-up may have, and less than what is thrown away before a connection is closed.
        private static let chunks = 16
        private static let chunkBytes = 1_024 * 1_024
        /// Of a top-up's body: 3 MiB.
        private static let limitBytes = 3 * 1_024 * 1_024
        private static let warmUpBytes = 20 * 1_024 * 1_024

        @Test("V-9: twenty chunked bodies of 16 MB at once are not kept; each gets 413, others are served meanwhile")
        func chunked() async throws {
            let service = try await TestService.make()
            let program = try await service.start()
            let api = try service.api()
            #expect(try await api.grant("alice", 10, key: "g").status == 200)
            let before = try Self.residentBytes(program)
            let senders = Senders()
            for _ in 0..<Self.bodies { senders.start { Self.send(to: api) } }
            var most = before
            repeat {
                #expect(try await api.get("/v1/wallets/alice")["available"] == "10")
                most = max(most, try Self.residentBytes(program))
            } while senders.statuses.count < Self.bodies
            #expect(senders.statuses.allSatisfy { $0 == 413 }, "\(senders.statuses)")
            // Each is held up to the limit at the most; the rest is a process that warms up.
            #expect(most - before < Self.bodies * Self.limitBytes + Self.warmUpBytes, "\(before) to \(most) bytes")
            #expect(program.isRunning)
            try await service.stop()
        }

        /// Blocks: for a thread of its own. 0 without an answer.
        private static func send(to api: API) -> Int {
            guard let port = api.url.split(separator: ":").last.flatMap({ UInt16($0) }),
                let socket = Sockets.connect(port: port)
            else { return 0 }
            defer { Sockets.end(socket) }
            let head = """
                POST /v1/topups HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(api.key)\r\n\
                Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n
                """
            let chunk =
                Array("\(String(chunkBytes, radix: 16))\r\n".utf8) + [UInt8](repeating: 0x61, count: chunkBytes)
                + Array("\r\n".utf8)
            guard Sockets.write(socket, Array(head.utf8)) else { return 0 }
            for _ in 0..<chunks {
                guard Sockets.write(socket, chunk) else { return 0 }
            }
            guard Sockets.write(socket, Array("0\r\n\r\n".utf8)),
                let answer = Sockets.read(socket, bytesMax: chunkBytes)
            else { return 0 }
            let text = String(decoding: answer, as: UTF8.self)
            return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }

        private static func residentBytes(_ program: RunningProgram) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            let kilobytes = try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first)
            return try #require(Int(kilobytes)) * 1_024
        }

        /// Threads that send, and what each was answered.
        private final class Senders: Sendable {
            private let answered = Mutex<[Int]>([])

            var statuses: [Int] { answered.withLock { $0 } }

            func start(_ send: @escaping @Sendable () -> Int) {
                Thread.detachNewThread { [self] in
                    let status = send()
                    answered.withLock { $0.append(status) }
                }
            }
        }
    }
}
