internal import WalletDomain
internal import WalletLedger

/// Apple paid: what came to the bank, and what of the reports' proceeds it clears. The same reference twice is once.
struct TellApplePayment: Endpoint {
    static let route = Route(.post, "/v1/admin/books/payments", access: .keys([.books]))
    let payments: ApplePaymentStore

    struct Input: Sendable {
        let payment: ApplePayment
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["reference", "day", "currency", "amount", "cleared"])
        guard let day = ReportDays.parse(try body.text("day")) else { throw Problem.malformed("day") }
        let parts = try body.array("cleared")
        guard (1...Limits.applePaymentPartsMax).contains(parts.count) else { throw Problem.malformed("cleared") }
        let clearing = try parts.map(Self.cleared)
        guard Set(clearing.map(\.currency)).count == clearing.count else { throw Problem.malformed("cleared") }
        let payment = ApplePayment(
            reference: try body.title("reference"), day: day, bank: try body.currency("currency"),
            amount: try body.integer("amount", in: 0...ExactDecimal.max), clearing: clearing)
        return Input(payment: payment, origin: call.origin)
    }

    private static func cleared(_ value: JSONValue) throws -> Settlement.Cleared {
        guard case .object(let part) = value else { throw Problem.malformed("cleared") }
        try part.requireOnly(["currency", "amount", "withheld"])
        let amount = try part.integer("amount", in: -ExactDecimal.max...ExactDecimal.max)
        let withheld = try part.optionalInteger("withheld", in: 0...ExactDecimal.max) ?? 0
        return Settlement.Cleared(currency: try part.currency("currency"), amount: amount, withheld: withheld)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ToldPayment {
        switch try await payments.tell(input.payment, by: caller.id, origin: input.origin) {
        case .told(let kept): ToldPayment(state: "told", kept: kept)
        case .alreadyTold(let kept): ToldPayment(state: "already_told", kept: kept)
        case .referenceTaken: throw Problem(code: .referenceTaken)
        }
    }

    struct ToldPayment: Answer {
        let state: String
        let kept: KeptPayment

        func write(to object: inout JSONWriter) {
            object.member("state", state)
            object.object("payment") { $0.applePayment(kept) }
        }
    }
}

extension JSONObject {
    /// A currency that we know, in capital letters.
    fileprivate func currency(_ name: String) throws -> Currency {
        guard let currency = Currency(try text(name)) else { throw Problem.malformed(name) }
        return currency
    }
}

extension JSONWriter {
    /// Amounts in minor units.
    mutating func applePayment(_ kept: KeptPayment) {
        member("payment", Int64(kept.number))
        member("reference", kept.payment.reference)
        member("day", ReportDays.text(kept.payment.day))
        member("currency", kept.payment.bank.code)
        member("amount", kept.payment.amount)
        array("cleared") { list in
            for part in kept.payment.clearing {
                list.object { object in
                    object.member("currency", part.currency.code)
                    object.member("amount", part.amount)
                    object.member("withheld", part.withheld)
                }
            }
        }
        member("told_at", kept.toldAt.text)
        member("told_by", kept.callerName)
    }
}
