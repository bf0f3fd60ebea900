internal import HTTPServer

/// One world's verifyReceipt.
struct VerifyReceiptCall: Sendable {
    let store: SimulatedStore
    let environment: SimulatedEnvironment

    static let path = "/verifyReceipt"

    private enum Status {
        static let valid = 0
        static let notPost = 21_000
        static let malformed = 21_002
        static let notAuthentic = 21_003
        static let wrongSecret = 21_004
        static let isSandbox = 21_007
        static let isProduction = 21_008
    }

    private struct Body: Decodable {
        let receiptData: String?
        let password: String?

        private enum CodingKeys: String, CodingKey {
            case receiptData = "receipt-data"
            case password
        }
    }

    func answer(_ request: Request, signing: SigningFault?) -> Response {
        do {
            var answer = try answer(request.head.method, request.body)
            if signing == .wrongBundle { answer.receipt?.members["bundle_id"] = SigningFault.strangeBundleID }
            return try StoreAnswer.json(answer)
        } catch {
            return StoreAnswer.html(status: 500)
        }
    }

    private func answer(_ method: String, _ bytes: [UInt8]) throws -> VerifyReceiptAnswer {
        // What is no JSON was not posted as it should be.
        guard method == "POST", let body = try? JSONText.decode(Body.self, bytes) else {
            return VerifyReceiptAnswer(status: Status.notPost)
        }
        do throws(ReceivedReceipt.Failure) {
            let leaf = store.authority.receipts.certificates[0]
            let receipt = try ReceivedReceipt(base64: body.receiptData ?? "", leaf: leaf)
            return try answer(receipt, body)
        } catch {
            switch error {
            case .malformed: return VerifyReceiptAnswer(status: Status.malformed)
            case .notAuthentic: return VerifyReceiptAnswer(status: Status.notAuthentic)
            }
        }
    }

    private func answer(_ receipt: ReceivedReceipt, _ body: Body) throws(ReceivedReceipt.Failure) -> VerifyReceiptAnswer
    {
        let isSandboxReceipt = receipt.receiptType.hasSuffix("Sandbox")
        guard isSandboxReceipt == (environment == .sandbox) else {
            return VerifyReceiptAnswer(status: isSandboxReceipt ? Status.isSandbox : Status.isProduction)
        }
        let known = receipt.entries.map { store.purchase($0.transactionID) }
        let hasSubscription = known.contains { $0?.kind == .autoRenewable }
        if hasSubscription || body.password != nil, body.password != store.settings.sharedSecret {
            return VerifyReceiptAnswer(status: Status.wrongSecret)
        }
        let entries = zip(receipt.entries, known).map { entry, purchase in
            purchase.map(ReceiptAnswerEntry.members) ?? ReceiptAnswerEntry.members(entry)
        }
        var answer = VerifyReceiptAnswer(status: Status.valid, environment: environment.rawValue)
        answer.receipt = VerifyReceiptAnswer.Receipt(
            members: members(receipt), appID: environment == .sandbox ? 0 : store.settings.appAppleID,
            entries: entries)
        if hasSubscription { addLatest(to: &answer, known.compactMap(\.self), body.receiptData) }
        return answer
    }

    private func members(_ receipt: ReceivedReceipt) -> [String: String] {
        var members = [
            "receipt_type": receipt.receiptType, "bundle_id": receipt.bundleID, "application_version": "1",
            "original_application_version": "1",
        ]
        let nowMs = store.settings.nowMs()
        let createdMs = StoreTimeText.ms(receipt: receipt.creationDate) ?? nowMs
        ReceiptAnswerEntry.add(createdMs, "receipt_creation_date", to: &members)
        ReceiptAnswerEntry.add(nowMs, "request_date", to: &members)
        ReceiptAnswerEntry.add(createdMs, "original_purchase_date", to: &members)
        return members
    }

    /// All transactions except finished consumables.
    private func addLatest(
        to answer: inout VerifyReceiptAnswer, _ purchases: [SimulatedPurchase], _ receipt: String?
    ) {
        answer.latestReceipt = receipt
        answer.latestReceiptInfo = purchases.filter(\.isInReceipt).map(ReceiptAnswerEntry.members)
        answer.pendingRenewalInfo = purchases.filter { $0.kind == .autoRenewable }.map {
            [
                "auto_renew_product_id": $0.productID, "product_id": $0.productID,
                "original_transaction_id": $0.originalTransactionID, "auto_renew_status": "1",
            ]
        }
    }
}
