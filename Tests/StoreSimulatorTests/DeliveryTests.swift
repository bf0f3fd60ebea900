import Foundation
import HTTPServer
import StoreSimulator
import Testing

/// How notifications reach a server.
@Suite struct DeliveryTests {
    private static let coins = "com.example.coins.100"

    /// An hour of Apple's is a few milliseconds.
    private func open(
        _ inbox: Inbox, _ body: (StoreServers) async throws -> Void
    ) async throws {
        let server = try HTTPServer(settings: HTTPServerSettings(), handler: inbox)
        defer { server.stop() }
        var settings = try SharedAuthority.settings()
        settings.speed = 1_000_000
        let servers = try StoreServers(try SimulatedStore(settings))
        defer { servers.stop() }
        for environment in SimulatedEnvironment.allCases {
            servers.store.setNotificationURL("http://127.0.0.1:\(server.port)/", for: environment)
        }
        try await body(servers)
    }

    @Test("production tries six times with one id, and notes each attempt")
    func production() async throws {
        let inbox = Inbox(statuses: Array(repeating: 503, count: 20))
        try await open(inbox) { servers in
            let store = servers.store
            try store.buy(PurchaseOrder(Self.coins, in: .production))
            #expect(await eventually { store.notifications[0].attempts.count == 6 && store.waitingCount == 0 })
            #expect(Set(store.notifications[0].attempts.map(\.result)) == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"])
            #expect(Set(try inbox.claims().compactMap { $0["notificationUUID"] as? String }).count == 1)
            try store.resend(store.notifications[0].id)
            #expect(await eventually { store.notifications[0].attempts.count == 7 })
        }
    }

    @Test(
        "a success ends the trying, and so does a 400; the sandbox tries once",
        arguments: [
            (SimulatedEnvironment.production, [500, 500], 3), (.production, [400], 1), (.sandbox, [500], 1),
            (.production, [], 1), (.production, [404], 2),
        ])
    func endings(environment: SimulatedEnvironment, statuses: [Int], attempts: Int) async throws {
        try await open(Inbox(statuses: statuses)) { servers in
            try servers.store.buy(PurchaseOrder(Self.coins, in: environment))
            #expect(await eventually { servers.store.waitingCount == 0 })
            #expect(servers.store.notifications[0].attempts.count == attempts)
        }
    }

    @Test("nobody listens: NO_RESPONSE")
    func nobody() async throws {
        let store = try SharedAuthority.store()
        let servers = try StoreServers(store)
        defer { servers.stop() }
        store.setNotificationURL("http://127.0.0.1:1/", for: .sandbox)
        try store.notify("TEST")
        #expect(await eventually { store.notifications[0].attempts.first?.result == "NO_RESPONSE" })
    }

    @Test("faults double a message, lose one, sign one wrongly")
    func faults() async throws {
        let inbox = Inbox()
        try await open(inbox) { servers in
            let store = servers.store
            for kind in [Fault.Kind.duplicate, .drop, .wrongBundle] {
                try store.faults.add(Fault(kind, times: 1))
                try store.buy(PurchaseOrder(Self.coins))
                #expect(await eventually { store.waitingCount == 0 && store.faults.active.isEmpty })
            }
            let ids = try inbox.claims().compactMap { $0["notificationUUID"] as? String }
            #expect(ids.count == 3 && ids[0] == ids[1])
            #expect(store.notifications.map { $0.attempts.first?.result } == ["SUCCESS", "NO_RESPONSE", "SUCCESS"])
            let data = try inbox.claims()[2]["data"] as? [String: Any]
            #expect(data?["bundleId"] as? String == "com.somebody.else")
        }
    }

    @Test("faults bring a message late, or with a chain that has ended")
    func lateAndExpired() async throws {
        let inbox = Inbox()
        try await open(inbox) { servers in
            let store = servers.store
            var late = Fault(.delay, call: .notification, times: 1)
            late.milliseconds = 200
            try store.faults.add(late)
            let begin = ContinuousClock.now
            try store.buy(PurchaseOrder(Self.coins))
            #expect(await eventually { inbox.received.count == 1 })
            #expect(ContinuousClock.now - begin >= .milliseconds(200))
            try store.faults.add(Fault(.expiredChain, times: 1))
            try store.notify("TEST")
            #expect(await eventually { inbox.received.count == 2 })
            let ended = try inbox.payloads().map { JWS.chain($0).first?.range(of: Data("120101000000Z".utf8)) != nil }
            #expect(ended == [false, true])
        }
    }

    @Test("a message held back comes after the next one")
    func reordered() async throws {
        let inbox = Inbox()
        let store = try SharedAuthority.store()
        var fault = Fault(.reorder, times: 1)
        fault.milliseconds = 60_000
        try store.faults.add(fault)
        let server = try HTTPServer(settings: HTTPServerSettings(), handler: inbox)
        defer { server.stop() }
        let servers = try StoreServers(store)
        defer { servers.stop() }
        store.setNotificationURL("http://127.0.0.1:\(server.port)/", for: .sandbox)
        let id = try store.buy(PurchaseOrder(Self.coins)).transactionID
        #expect(await eventually { store.faults.active.isEmpty })
        try store.refund(id)
        #expect(await eventually { store.waitingCount == 0 })
        let types = try inbox.claims().compactMap { $0["notificationType"] as? String }
        #expect(types == ["REFUND", "ONE_TIME_CHARGE"])
    }
}
