internal import Postgres
package import WalletDomain

/// What Apple paid, as an accountant tells it.
package struct ApplePayment: Hashable, Sendable {
    /// The bank's or Apple's name for it: the same one twice is one payment.
    package let reference: String
    /// Days since 1970.
    package let day: Int64
    package let bank: Currency
    package let amount: Int64
    /// By currency, each once.
    package let clearing: [Settlement.Cleared]

    package init(reference: String, day: Int64, bank: Currency, amount: Int64, clearing: [Settlement.Cleared]) {
        self.reference = reference
        self.day = day
        self.bank = bank
        self.amount = amount
        self.clearing = clearing.sorted { $0.currency < $1.currency }
    }

    /// As it is posted.
    package var entry: BookEntry { Settlement.paid(bank, amount, clearing: clearing) }
}

/// A payment that was told.
package struct KeptPayment: Hashable, Sendable {
    package let number: Int32
    package let payment: ApplePayment
    package let toldAt: Instant
    package let callerName: String

    /// - Parameter toldDay: the day of `toldAt` in the books' zone, since 1970.
    package func posted(_ calendar: SettlementCalendar, toldDay: Int64) -> PostedEntry {
        PostedEntry(
            id: "paid_\(number)", entry: payment.entry, day: payment.day,
            postingDay: calendar.postingDay(of: payment.day, known: toldAt, on: toldDay), user: nil, lots: [:])
    }
}

package enum ApplePaymentTelling: Hashable, Sendable {
    case told(KeptPayment)
    /// The same was told before: nothing was changed.
    case alreadyTold(KeptPayment)
    /// Another payment has this reference.
    case referenceTaken(KeptPayment)
}

package struct ApplePaymentStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func tell(
        _ payment: ApplePayment, by caller: CallerID, origin: String
    ) async throws(WalletError) -> ApplePaymentTelling {
        let shiftMs = database.clockShiftMs
        return try await database.transaction("ApplePaymentStore.tell") { step throws(PostgresError) in
            try step.change(LockAppleReports())
            if let known = try Self.find(payment.reference, step) {
                return known.payment == payment ? .alreadyTold(known) : .referenceTaken(known)
            }
            let number = try step.rows(NextApplePayment()).first ?? 1
            try step.change(
                InsertApplePayment(number: number, payment: payment, caller: caller, clockShiftMs: shiftMs))
            try step.change(InsertApplePaymentParts(number: number, parts: payment.clearing))
            guard let kept = try Self.find(payment.reference, step) else {
                throw .unexpectedShape("a payment that was written is not there")
            }
            var record = InsertAuditRecord(
                caller: caller, action: "tell_apple_payment", subject: .other("apple_payment", String(number)),
                origin: origin, clockShiftMs: shiftMs)
            record.tell(
                AuditedFigures([]),
                became: AuditedFigures(
                    [
                        ("day", .number(payment.day)), ("currency", .word(payment.bank.code)),
                        ("amount", .number(payment.amount)),
                    ] + payment.clearing.map { ($0.currency.code, .number($0.amount)) }))
            try step.change(record)
            return .told(kept)
        }
    }

    private static func find(
        _ reference: String, _ step: LedgerTransaction
    ) throws(PostgresError) -> KeptPayment? {
        guard let row = try step.rows(FindApplePayment(reference: reference)).first else { return nil }
        return row.kept(try step.rows(ListApplePaymentParts(payments: [row.number])))
    }

    /// The newest first; those before `before`.
    package func list(before: Int64?, limit: Int) async throws(WalletError) -> [KeptPayment] {
        let rows = try await database.rows(ListApplePayments(before: before, limit: pageRows(limit)))
        let parts = try await database.rows(ListApplePaymentParts(payments: rows.map(\.number)))
        return rows.map { $0.kept(parts) }
    }

    /// All that were told until a moment, in their order.
    func all(until moment: Instant) async throws(WalletError) -> [KeptPayment] {
        try await everyPage(\.number) { before throws(WalletError) in
            try await list(before: before, limit: Limits.pageRowsMax)
        }.reversed().filter { $0.toldAt <= moment }
    }
}
