import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Notifications that the stand-in App Store would not send: signed all the same, so that they are genuine.
extension StoreFixture {
    /// A purchase as Apple would sign it now, unless changed.
    func transaction(
        _ id: String = ServiceFixture.transactionID(), _ change: (inout SimulatedTransaction) -> Void = { _ in }
    ) -> SimulatedTransaction {
        var transaction = SimulatedTransaction(
            transactionID: id, bundleID: store.settings.bundleID, productID: Self.product, environment: "Production",
            atMs: Int64(Date().timeIntervalSince1970 * 1_000) - 60_000)
        change(&transaction)
        return transaction
    }

    /// `signedPayload` around a purchase.
    func payload(
        _ type: String, subtype: String? = nil, id: UUID = UUID(), _ transaction: SimulatedTransaction
    ) throws -> String {
        let token = try store.authority.sign(transaction)
        return try payload(
            type, subtype: subtype, id: id,
            subject: #""data":{\#(app(transaction.environment ?? "")),"signedTransactionInfo":"\#(token)"}"#)
    }

    /// `signedPayload` around anything.
    func payload(
        _ type: String, subtype: String? = nil, id: UUID = UUID(), subject: String, more: String = ""
    ) throws -> String {
        let subtype = subtype.map { #""subtype":"\#($0)","# } ?? ""
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        return try store.authority.sign(
            payload: Array(
                """
                {"notificationType":"\(type)",\(subtype)"notificationUUID":"\(id.uuidString)","version":"2.0",\
                "signedDate":\(now),\(subject)\(more)}
                """.utf8))
    }

    /// Waits until the notification of this id was worked on.
    func outcome(of id: UUID) async throws -> String? {
        var outcome: String?
        _ = try await shop.waitUntil {
            outcome = try await shop.ledger.notifications.outcome(of: id)
            return outcome != nil
        }
        return outcome
    }

    /// The members that name our app.
    func app(_ environment: String = "Production") -> String {
        #""appAppleId":\#(store.settings.appAppleID),"bundleId":"\#(store.settings.bundleID)","#
            + #""environment":"\#(environment)""#
    }
}

extension ServiceFixture {
    /// Every line of the journal's export in one store.
    func exported(_ environment: StoreEnvironment) async throws -> [[String: String]] {
        let fixture = ExportFixture(of: database)
        return try await fixture.export("2020-01-01", "2099-01-01", environment: environment)
    }

    /// Waits until so many lines of the log, and no more, say all of this: a line is written behind its answer.
    func logs(_ parts: String..., times: Int = 1) async throws -> Bool {
        try await waitUntil {
            log.text.split(separator: "\n").count { line in parts.allSatisfy { line.contains($0) } } == times
        }
    }
}
