internal import WalletDomain
internal import WalletLedger

/// Apple's payments that were told, the newest first.
struct ListApplePayments: Endpoint {
    static let route = Route(.get, "/v1/admin/books/payments", access: .keys([.books]))
    let payments: ApplePaymentStore

    static let list = "admin/books/payments"

    func parse(_ call: Call) throws -> ListDrafts.Input {
        let query = try call.query(only: ["cursor", "limit"])
        return ListDrafts.Input(before: try query.numberBefore(Self.list), limit: try query.limit())
    }

    func run(_ input: ListDrafts.Input, as caller: Caller) async throws -> PaymentList {
        let kept = try await payments.list(before: input.before, limit: input.limit)
        return PaymentList(kept: kept, isFull: kept.count == input.limit)
    }

    struct PaymentList: Answer {
        let kept: [KeptPayment]
        let isFull: Bool

        /// Where the list goes on; nil at its end.
        var next: String? {
            isFull ? kept.last.map { Cursor.text(String($0.number), of: ListApplePayments.list) } : nil
        }

        func write(to object: inout JSONWriter) {
            object.array("payments") { list in
                for payment in kept { list.object { $0.applePayment(payment) } }
            }
            if let next { object.member("next_cursor", next) }
        }
    }
}
