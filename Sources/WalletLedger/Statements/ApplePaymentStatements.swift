internal import Postgres
internal import WalletDomain

struct NextApplePayment: Statement {
    static let sql = "SELECT coalesce(max(payment), 0) + 1 FROM apple_payments"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.int4() }
}

struct InsertApplePayment: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO apple_payments (payment, reference, paid_day, bank_currency, bank_amount, told_at, caller)
        VALUES ($1, $2, DATE '1970-01-01' + $3::integer, $4, $5, \(shiftedClock("$7")), $6)
        """
    let number: Int32
    let payment: ApplePayment
    let caller: CallerID
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int4(number)
        parameters.text(payment.reference)
        parameters.int4(Int32(clamping: payment.day))
        parameters.text(payment.bank.code)
        parameters.int8(payment.amount)
        parameters.int4(caller.number)
        parameters.int8(clockShiftMs)
    }
}

struct InsertApplePaymentParts: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO apple_payment_parts (payment, currency, amount, withheld)
        SELECT $1, n.currency, n.amount, n.withheld
        FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS n (currency, amount, withheld)
        """
    let number: Int32
    let parts: [Settlement.Cleared]

    func bind(_ parameters: inout Parameters) {
        parameters.int4(number)
        parameters.textArray(parts.map(\.currency.code))
        parameters.int8Array(parts.map(\.amount))
        parameters.int8Array(parts.map(\.withheld))
    }
}

/// A payment without its parts.
struct ApplePaymentRow: Sendable {
    let number: Int32
    let reference: String
    let day: Int64
    let bank: Currency
    let amount: Int64
    let toldAt: Instant
    let callerName: String

    func kept(_ parts: [ListApplePaymentParts.Row]) -> KeptPayment {
        let clearing = parts.filter { $0.payment == number }.map(\.cleared)
        return KeptPayment(
            number: number,
            payment: ApplePayment(reference: reference, day: day, bank: bank, amount: amount, clearing: clearing),
            toldAt: toldAt, callerName: callerName)
    }
}

private let paymentColumns = """
    p.payment, p.reference, p.paid_day - DATE '1970-01-01', p.bank_currency, p.bank_amount, p.told_at, c.name
    """

struct FindApplePayment: Statement {
    static let sql = """
        SELECT \(paymentColumns) FROM apple_payments p JOIN callers c ON c.caller = p.caller WHERE p.reference = $1
        """
    let reference: String

    func bind(_ parameters: inout Parameters) { parameters.text(reference) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ApplePaymentRow {
        try ApplePaymentRow(
            number: row.int4(), reference: row.text(), day: Int64(row.int4()), bank: row.currency(),
            amount: row.int8(), toldAt: row.instant(), callerName: row.text())
    }
}

struct ListApplePayments: Statement {
    static let sql = """
        SELECT \(paymentColumns) FROM apple_payments p JOIN callers c ON c.caller = p.caller
        WHERE $1::bigint IS NULL OR p.payment < $1 ORDER BY p.payment DESC LIMIT $2
        """
    let before: Int64?
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ApplePaymentRow {
        try FindApplePayment.decode(&row)
    }
}

struct ListApplePaymentParts: Statement {
    static let sql = """
        SELECT payment, currency, amount, withheld FROM apple_payment_parts WHERE payment = ANY ($1::integer[])
        ORDER BY payment, currency
        """
    let payments: [Int32]

    struct Row: Sendable {
        let payment: Int32
        let cleared: Settlement.Cleared
    }

    func bind(_ parameters: inout Parameters) { parameters.int4Array(payments) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try Row(
            payment: row.int4(),
            cleared: Settlement.Cleared(currency: row.currency(), amount: row.int8(), withheld: row.int8()))
    }
}
