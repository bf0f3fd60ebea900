import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Service and PostgreSQL die in the middle; clients repeat by key until they know.
    @Suite(.serialized) struct CrashTests {
        private static let seed: UInt64 = 0x00C0_FFEE
        private static let clients = 32
        private static let pauseMs = 30

        @Test("1,000 mixed commands on 50 wallets from 32 clients, everything killed -9 in between: all exactly once")
        func killedInBetween() async throws {
            let cluster = try await PrivatePostgres.start()
            let service = try await TestService.make(on: cluster)
            try await service.start()
            let commands = try PlannedCommand.plan(1_000, users: 50, store: service.store, seed: Self.seed)
            let history = History()
            let queue = CommandQueue(commands)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.clients {
                    group.addTask {
                        while let command = queue.next() {
                            try await Self.settle(command, service, history)
                        }
                    }
                }
                try await Self.killAround(service, cluster, history)
                try await group.waitForAll()
            }
            #expect(history.count == commands.count)
            try await Self.compare(commands, history, service)
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
            try await cluster.stop()
        }

        /// A client: the same request until the answer says what happened.
        private static func settle(
            _ command: PlannedCommand, _ service: TestService, _ history: History
        ) async throws {
            let end = ContinuousClock.now + .seconds(120)
            while ContinuousClock.now < end {
                // No answer at all: ask again.
                if let reply = try? await command.send(to: service.api()), !reply.isUnsettled {
                    #expect([200, 422].contains(reply.status), "\(command) \(reply.text)")
                    return history.acknowledge(command, reply)
                }
                try await Task.sleep(for: .milliseconds(pauseMs))
            }
            Issue.record("never answered: \(command)")
        }

        /// By progress, not by time: the load is there on any machine when something dies.
        private static func killAround(
            _ service: TestService, _ cluster: PrivatePostgres, _ history: History
        ) async throws {
            for (acknowledged, victim) in [(100, 0), (250, 1), (400, 0), (550, 2), (700, 0), (850, 1)] {
                try await eventually("\(acknowledged) answers", timeoutMs: 120_000) {
                    history.count >= acknowledged
                }
                switch victim {
                case 0:
                    try await service.program().kill9()
                    try await service.start()
                case 1:
                    try await cluster.kill9()
                    try await cluster.restart()
                default:
                    try await service.program().kill9()
                    try await cluster.kill9()
                    try await cluster.restart()
                    try await service.start()
                }
            }
        }

        /// The answers against the database, and against the answers to the same requests once more.
        private static func compare(
            _ commands: [PlannedCommand], _ history: History, _ service: TestService
        ) async throws {
            let rows = try await service.books.ask(
                """
                SELECT u.user_id, w.paid + w.bonus + w.promo FROM user_wallets u
                JOIN wallets w USING (bucket, wallet) WHERE w.paid + w.bonus + w.promo > 0
                """)
            let stored = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Int($0[1]) ?? -1) })
            #expect(stored == history.balances(commands).filter { $0.value != 0 })
            let accepted = commands.filter { history.reply(to: $0)?.status == 200 }
            #expect(accepted.count > commands.count / 2)
            let operations = try await service.books.number("SELECT count(*) FROM entries WHERE operation = sequence")
            #expect(operations == accepted.count)
            let api = try service.api()
            for command in accepted {
                let again = try await command.send(to: api)
                if case .topUp = command.kind {
                    #expect(again["purchases.0.state"] == "already_credited")
                } else {
                    #expect(again.isReplay && again.body == history.reply(to: command)?.body)
                }
            }
        }
    }
}
