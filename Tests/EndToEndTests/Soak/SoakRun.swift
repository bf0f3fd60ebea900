import Foundation
import StoreSimulator
import Synchronization
import TestSupport
import Testing

/// Buyers, their apps and what befalls the service meanwhile.
final class SoakRun: Sendable {
    let size: SoakSize
    let shop: SoakStore
    let service: TestService
    private let cluster: PrivatePostgres
    private let progress = Mutex(Progress())

    private struct Progress {
        var next = 0
        var done = 0
        /// By transaction id.
        var bought: [String: SoakPurchase] = [:]
    }

    private static let buyers = 16
    private static let pauseMs = 50
    private static let answerSecondsMax = 600

    init(size: SoakSize, shop: SoakStore, service: TestService, cluster: PrivatePostgres) {
        self.size = size
        self.shop = shop
        self.service = service
        self.cluster = cluster
    }

    var bought: [String: SoakPurchase] { progress.withLock { $0.bought } }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.buyers {
                group.addTask { while let purchase = self.next() { try await self.buy(purchase) } }
            }
            try await kill()
            try await group.waitForAll()
        }
    }

    private func next() -> SoakPurchase? {
        progress.withLock { progress in
            guard progress.next < size.purchases else { return nil }
            progress.next += 1
            return SoakPurchase(number: progress.next - 1)
        }
    }

    private func buy(_ planned: SoakPurchase) async throws {
        let store = shop.store
        let purchase = try store.buy(planned.order)
        progress.withLock { $0.bought[purchase.transactionID] = planned }
        let body = try proof(planned, purchase)
        if planned.isRefundedBeforeProof { try refund(planned, purchase) }
        if let body {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<(planned.isDoubled ? 2 : 1) { group.addTask { try await self.settle(planned, body) } }
                try await group.waitForAll()
            }
            try store.finish(purchase.transactionID)
        }
        if !planned.isRefundedBeforeProof { try refund(planned, purchase) }
        progress.withLock { $0.done += 1 }
    }

    private func refund(_ planned: SoakPurchase, _ purchase: SimulatedPurchase) throws {
        for step in planned.refundSteps {
            if step == 0 {
                try shop.store.reverseRefund(purchase.transactionID)
            } else {
                try shop.store.refund(purchase.transactionID, milliPercent: step)
            }
        }
    }

    /// What the app sends; nil where it never calls.
    private func proof(_ planned: SoakPurchase, _ purchase: SimulatedPurchase) throws -> String? {
        let (name, proof): (String, String)
        switch planned.road {
        case .signedTransaction:
            (name, proof) = ("signed_transaction", try shop.store.signedTransaction(purchase.transactionID))
        case .receipt: (name, proof) = ("receipt", try shop.store.receipt(with: [purchase]))
        case .transactionID: (name, proof) = ("transaction_id", purchase.transactionID)
        case .notificationOnly: return nil
        }
        return #"{"user":"\#(planned.user)","\#(name)":"\#(proof)"}"#
    }

    /// An app: the same proof until it hears what became of it. Credited, or refunded before.
    private func settle(_ planned: SoakPurchase, _ body: String) async throws {
        let end = ContinuousClock.now + .seconds(Self.answerSecondsMax)
        while ContinuousClock.now < end {
            // No answer at all: ask again.
            if let reply = try? await service.api().post("/v1/topups", body), !reply.isUnsettled {
                if reply.status == 200 || reply.status == 422 && reply["code"] == "revoked" { return }
                #expect(reply.status == 202, "\(planned) \(reply.text)")
            }
            try await Task.sleep(for: .milliseconds(Self.pauseMs))
        }
        Issue.record("never answered: \(planned)")
    }

    /// By progress, not by time: the load is there on any machine when something dies.
    private func kill() async throws {
        for (after, isDatabase) in size.kills {
            try await eventually("\(after) purchases", timeoutMs: Self.answerSecondsMax * 1_000) {
                progress.withLock { $0.done } >= after
            }
            if isDatabase {
                try await cluster.kill9()
                try await cluster.restart()
            } else {
                try await service.program().kill9()
                try await service.start()
                try shop.notify(service.api().url)
            }
        }
    }
}
