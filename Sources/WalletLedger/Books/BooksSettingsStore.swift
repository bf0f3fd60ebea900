internal import Postgres
package import WalletDomain

/// What accountants told, in the database: it only grows.
///
/// Changes come one after the other (`LockBooks`), and so do closes of periods: a close names the change by which its
/// figures were worked out, and none can come in between.
package struct BooksSettingsStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// All that was told until now.
    package func read() async throws(WalletError) -> BooksSettings {
        try await database.transaction("BooksSettingsStore.read") { step throws(PostgresError) in
            try Self.read(step)
        }
    }

    /// Its number alone.
    package func version() async throws(WalletError) -> Int64 {
        try await database.rows(ReadBooksVersion()).first?.change ?? 0
    }

    /// What is to be told.
    package struct Change: Sendable {
        /// By line of the sheet, each line once.
        package var settings: [(line: Int, setting: BooksSetting)]
        /// Nil: as they are.
        package var rules: BooksRules?
        package var reason: String
        package let caller: CallerID
        package let origin: String
        /// The version that the caller saw; nil: whatever it is now.
        package var expected: Int64?

        package init(
            settings: [(line: Int, setting: BooksSetting)], rules: BooksRules? = nil, reason: String, caller: CallerID,
            origin: String, expected: Int64? = nil
        ) {
            self.settings = settings
            self.rules = rules
            self.reason = reason
            self.caller = caller
            self.origin = origin
            self.expected = expected
        }
    }

    /// Writes what differs from what is told already: all of it, or nothing.
    /// - Returns: the settings after it; the same version if nothing differed.
    package func tell(_ change: Change) async throws(WalletError) -> Result<BooksSettings, BooksRefusal> {
        let shiftMs = database.clockShiftMs
        do {
            try await database.attempt { step in try Self.tell(change, step, shiftMs) }
        } catch let refusal as BooksRefusal {
            return .failure(refusal)
        } catch let error as PostgresError {
            throw database.walletError(error, during: "BooksSettingsStore.tell", writes: true)
        } catch {
            throw database.unforeseen(error, during: "BooksSettingsStore.tell")
        }
        return .success(try await read())
    }

    static func read(_ step: LedgerTransaction) throws(PostgresError) -> BooksSettings {
        // The version first: changes above it are left out, so the rest is of one moment.
        let version = try step.rows(ReadBooksVersion()).first?.change ?? 0
        let settings = try step.rows(ListBooksSettings(upTo: version))
        let rules = try step.rows(ReadBooksRules(upTo: version)).first
        let frozen = try step.rows(ReadFirstFrozen()).first
        return BooksSettings(version: version, rules: rules ?? BooksRules(), settings, firstFrozen: frozen)
    }

    private static func tell(_ change: Change, _ step: LedgerTransaction, _ shiftMs: Int64) throws {
        try step.change(LockBooks())
        let known = try read(step)
        guard (change.expected ?? known.version) == known.version else {
            throw BooksRefusal.changedMeanwhile(known.version)
        }
        let new = change.settings.filter { known.effect(of: $0.setting) != .unchanged }
        let rules = change.rules == known.rules ? nil : change.rules
        guard !new.isEmpty || rules != nil else { return }
        if rules != nil, try step.rows(HasClosedPeriod()).first == true { throw BooksRefusal.rulesFixed }
        let clock = try time(step, shiftMs)
        // Known a little after it is written, and never before what was told earlier.
        let leadMs = Limits.priceLeadMs + Int64(new.count)
        let last = try step.rows(ReadBooksVersion()).first?.knownAt
        let knownAt = max(clock.adding(milliseconds: leadMs), last?.adding(milliseconds: 1) ?? clock)
        let number = known.version + 1
        try write(new, rules, change, number, knownAt, step)
        try step.change(record(change, number, from: known.version, rows: new.count, rules, shiftMs))
        guard try time(step, shiftMs).milliseconds - clock.milliseconds <= leadMs / 2 else {
            throw BooksRefusal.tooSlow
        }
    }

    private static func write(
        _ settings: [(line: Int, setting: BooksSetting)], _ rules: BooksRules?, _ change: Change, _ number: Int64,
        _ knownAt: Instant, _ step: LedgerTransaction
    ) throws {
        try step.change(
            InsertBooksChange(
                change: number, knownAt: knownAt, caller: change.caller, origin: change.origin, reason: change.reason))
        if let rules { try step.change(InsertBooksRules(change: number, rules: rules)) }
        for start in stride(from: 0, to: settings.count, by: Limits.booksRowsAtOnceMax) {
            let part = settings[start..<min(start + Limits.booksRowsAtOnceMax, settings.count)]
            try step.change(InsertBooksSettings(change: number, settings: Array(part)))
        }
    }

    private static func record(
        _ change: Change, _ number: Int64, from version: Int64, rows: Int, _ rules: BooksRules?, _ shiftMs: Int64
    ) -> InsertAuditRecord {
        var insert = InsertAuditRecord(
            caller: change.caller, action: "change_books_settings", subject: .other("books", "settings"),
            remark: change.reason, origin: change.origin, clockShiftMs: shiftMs)
        insert.tell(
            AuditedFigures([("change", .number(version))]),
            became: AuditedFigures(
                [("change", .number(number)), ("rows", .number(Int64(rows)))] + (rules?.audited ?? [])))
        return insert
    }

    private static func time(_ step: LedgerTransaction, _ shiftMs: Int64) throws(PostgresError) -> Instant {
        guard let read = try step.rows(ReadClock()).first else { throw .unexpectedShape("no time") }
        return read.adding(milliseconds: shiftMs)
    }
}

extension BooksRules {
    /// As the audit log keeps them.
    fileprivate var audited: [(name: String, value: AuditedFigures.Value)] {
        [
            ("presentation", .word(policy.presentation.word)), ("tax_mode", .word(policy.taxMode.word)),
            ("tax_rate_bp", .number(policy.taxRateBP)), ("bonus_allocation", .word(policy.bonusAllocation.word)),
            ("zone", .word(zone)),
        ] + (firstDay.map { [("first_day", .number($0))] } ?? [])
    }
}
