internal import Crypto
internal import Postgres
package import WalletDomain

/// Closes and reopenings of the books' periods.
package struct BooksPeriodStore: Sendable {
    let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func history() async throws(WalletError) -> PeriodHistory {
        PeriodHistory(try await database.rows(ListPeriodEvents()))
    }

    /// For the books' calendar.
    package func closes() async throws(WalletError) -> [PeriodClose] { try await history().closes }

    /// What was filed by a close, byte for byte; nil: there was no such close.
    package func figures(of event: Int64) async throws(WalletError) -> [UInt8]? {
        try await database.rows(ReadPeriodFigures(event: event)).first
    }

    /// How far each lane has come: everything at or below is committed, and none can appear there later.
    package func cut() async throws(WalletError) -> JournalCut {
        let beats = try await database.rows(ReadCut())
        return JournalCut(beats: Dictionary(beats) { first, _ in first })
    }

    /// What Apple has told so far.
    package func appleVersion() async throws(WalletError) -> AppleBooksVersion {
        guard let version = try await database.rows(ReadAppleBooksVersion()).first else { throw .internalError }
        return version
    }

    package func time() async throws(WalletError) -> Instant { try await database.time() }

    /// A close that was checked and worked out.
    package struct Closing: Sendable {
        package let period: BooksMonth
        /// The books' first one, of those that are not closed yet.
        package let first: BooksMonth
        package let zone: String
        /// The first moment after it.
        package let endsAt: Instant
        package let cut: JournalCut
        /// The version of the settings by which its figures were worked out.
        package let settings: Int64
        /// What Apple had told by then.
        package let apple: AppleBooksVersion
        package let unpriced: Int64
        /// Findings with which it is closed all the same.
        package let accepted: [String]
        package let figures: [UInt8]

        package init(
            period: BooksMonth, first: BooksMonth, zone: String, endsAt: Instant, cut: JournalCut, settings: Int64,
            apple: AppleBooksVersion, unpriced: Int64, accepted: [String] = [], figures: [UInt8]
        ) {
            self.period = period
            self.first = first
            self.zone = zone
            self.endsAt = endsAt
            self.cut = cut
            self.settings = settings
            self.apple = apple
            self.unpriced = unpriced
            self.accepted = accepted
            self.figures = figures
        }
    }

    /// Of two who close at once one closes.
    package func close(
        _ closing: Closing, reason: String?, by caller: CallerID, from origin: String
    ) async throws(WalletError) -> Result<PeriodEvent, BooksRefusal> {
        let shiftMs = database.clockShiftMs
        let number = try await change("BooksPeriodStore.close") { step in
            try step.change(LockBooks())
            // What Apple tells comes before the close as a whole, or after it.
            try step.change(LockAppleReports())
            let events = try step.rows(ListPeriodEvents())
            try Self.check(events) { history throws(PeriodHistory.Refusal) in
                try history.checkClose(closing.period, first: closing.first)
            }
            let version = try step.rows(ReadBooksVersion()).first?.change ?? 0
            guard version == closing.settings, try step.rows(ReadAppleBooksVersion()).first == closing.apple else {
                throw BooksRefusal.changedMeanwhile(version)
            }
            guard let clock = try step.rows(ReadClock()).first else { throw PostgresError.unexpectedShape("no time") }
            let now = clock.adding(milliseconds: shiftMs)
            guard now >= closing.endsAt else { throw BooksRefusal.notOver(closing.endsAt) }
            let number = Int64(events.count) + 1
            try step.change(
                InsertPeriodClose(
                    event: number, closing: closing, at: now, reason: reason, caller: caller, origin: origin))
            var record = InsertAuditRecord(
                caller: caller, action: "close_period", subject: .other("period", closing.period.text),
                remark: reason, origin: origin, clockShiftMs: shiftMs)
            record.tell(
                AuditedFigures([("state", .word("open"))]),
                became: AuditedFigures([
                    ("state", .word("closed")), ("event", .number(number)), ("settings", .number(closing.settings)),
                    ("unpriced", .number(closing.unpriced)),
                    ("accepted", .word(closing.accepted.sorted().joined(separator: " "))),
                    ("figures", .word(hexadecimal(SHA256.hash(closing.figures)))),
                ]))
            try step.change(record)
            return number
        }
        return try await event(number)
    }

    /// The event of a change that was made.
    func event(_ number: Result<Int64, BooksRefusal>) async throws(WalletError) -> Result<PeriodEvent, BooksRefusal> {
        switch number {
        case .failure(let refusal): return .failure(refusal)
        case .success(let number):
            guard let event = try await history().events.first(where: { $0.number == number }) else {
                throw .internalError
            }
            return .success(event)
        }
    }

    static func check(
        _ events: [PeriodEvent], _ rule: (PeriodHistory) throws(PeriodHistory.Refusal) -> Void
    ) throws(BooksRefusal) {
        do throws(PeriodHistory.Refusal) {
            try rule(PeriodHistory(events))
        } catch {
            throw .period(error)
        }
    }

    /// Runs a change; what `body` refuses is undone.
    func change<Value: Sendable>(
        _ name: String, _ body: @Sendable (LedgerTransaction) throws -> Value
    ) async throws(WalletError) -> Result<Value, BooksRefusal> {
        do {
            return .success(try await database.attempt(body))
        } catch let refusal as BooksRefusal {
            return .failure(refusal)
        } catch let error as WalletError {
            throw error
        } catch let error as PostgresError {
            throw database.walletError(error, during: name, writes: true)
        } catch {
            throw database.unforeseen(error, during: name)
        }
    }
}
