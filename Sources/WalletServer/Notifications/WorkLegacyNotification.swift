internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// A notification of version 1 is a hint: only what Apple says when asked counts, or a receipt that it signed.
struct WorkLegacyNotification: Sendable {
    let rooms: InboxRooms
    let caller: CallerID

    private static let refunding: Set<String> = ["REFUND", "CANCEL", "REVOKE"]

    /// Nil: Apple does not answer now.
    func outcome(of notification: WaitingNotification) async throws -> String? {
        guard Self.refunding.contains(notification.type) else { return "information" }
        let payload = try LegacyPayload(notification.payload)
        guard !payload.transactionIDs.isEmpty, !rooms.apple.apis.isEmpty else {
            return try await outcome(ofReceipt: payload.receipt, notification)
        }
        var outcome = PurchaseIntake.Outcome.remembered
        for id in payload.transactionIDs {
            switch await rooms.apple.purchase(id, in: notification.environment) {
            case .found(let purchase):
                let evidence = Evidence.transactionID(id, notification.environment)
                if try await hear(purchase, evidence) == .refundApplied { outcome = .refundApplied }
            case .unknown: continue
            case .later: return nil
            }
        }
        return outcome.rawValue
    }

    /// Without a key to ask by id, the receipt inside may tell as much.
    private func outcome(ofReceipt receipt: String?, _ notification: WaitingNotification) async throws -> String? {
        guard let receipt else { return rooms.apple.apis.isEmpty ? nil : "information" }
        let evidence = Evidence.proof(.receipt(receipt))
        let judge = rooms.intake.topups.judge
        let purchases: [Purchase]
        switch try await judge.judge(evidence, attempts: notification.attempts - 1) {
        case .purchases(let found): purchases = found
        case .later: return nil
        case .refused: return "refused"
        }
        var outcome = PurchaseIntake.Outcome.remembered
        for purchase in purchases where try await hear(purchase, evidence) == .refundApplied {
            outcome = .refundApplied
        }
        return outcome.rawValue
    }

    /// What was not refunded is none of this notification's business.
    private func hear(_ purchase: Purchase, _ evidence: Evidence) async throws -> PurchaseIntake.Outcome {
        guard purchase.revocation != nil else { return .remembered }
        return try await rooms.intake.hear(purchase, evidence, caller: caller)
    }
}
