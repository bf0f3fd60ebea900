package import WalletDomain
package import WalletLedger

/// What accountants do with periods, for the API, the console and the command line alike.
package struct PeriodDesk: Sendable {
    package let periods: BooksPeriodStore
    package let settings: BooksSettingsStore
    package let sales: SalesReader
    /// What must be so before a period is closed, beside that its sales have money.
    package let checks: [ClosingCheck]
    package let figures: PeriodFigures

    /// - Parameters:
    ///   - checks: more than what the jobs have left.
    package init(_ database: LedgerDatabase, checks: [ClosingCheck], figures: PeriodFigures) {
        periods = BooksPeriodStore(database)
        settings = BooksSettingsStore(database)
        sales = SalesReader(database)
        self.checks = [.nothingWaits(database)] + checks
        self.figures = figures
    }

    /// What a period is like now.
    package struct Standing: Sendable {
        package let history: PeriodHistory
        /// The one that may be closed next; nil: the books' first day was not told.
        package let next: BooksMonth?
        /// From when on.
        package let nextEndsAt: Instant?
        package let reopenings: [PeriodReopening]
    }

    package func standing() async throws(WalletError) -> Standing {
        let (told, history) = (try await settings.read(), try await periods.history())
        let first = told.rules.firstDay.map { BooksMonth(of: $0) }
        let next = history.latest?.period.next ?? first
        return Standing(
            history: history, next: next, nextEndsAt: next.flatMap { Self.bounds(of: $0, told.rules.zone)?.endsAt },
            reopenings: try await periods.reopenings())
    }

    /// What keeps a period from being closed now; nothing: it may be.
    package func check(
        _ period: BooksMonth, accepting accepted: Set<String>
    ) async throws -> Result<[ClosingFinding], BooksRefusal> {
        switch try await prepare(period) {
        case .failure(let refusal): .failure(refusal)
        case .success(let closing): .success(try await findings(closing, accepting: accepted).found)
        }
    }

    /// Closes the next period, if it is over and all checks hold. What it files is worked out before anything is
    /// written; if somebody told something meanwhile, it has to be worked out again.
    /// - Parameter accepted: names of findings that may be accepted, `unpriced_sales` among them: such sales stay out
    ///   of the books until somebody tells their prices.
    package func close(
        _ period: BooksMonth, accepting accepted: Set<String>, reason: String?, by caller: CallerID,
        from origin: String
    ) async throws -> Result<PeriodEvent, BooksRefusal> {
        let closing: ClosingPeriod
        switch try await prepare(period) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let prepared): closing = prepared
        }
        let (found, passed, unpriced) = try await findings(closing, accepting: accepted)
        guard found.isEmpty else { return .failure(.checksFailed(found)) }
        let figures = try await figures.make(closing)
        return try await periods.close(
            BooksPeriodStore.Closing(
                period: period, first: period, zone: closing.zone, endsAt: closing.endsAt, cut: closing.cut,
                settings: closing.settings.version, apple: closing.apple, unpriced: unpriced, accepted: passed,
                figures: figures),
            reason: reason, by: caller, from: origin)
    }

    private func prepare(_ period: BooksMonth) async throws -> Result<ClosingPeriod, BooksRefusal> {
        let (told, history) = (try await settings.read(), try await periods.history())
        guard let firstDay = told.rules.firstDay else { return .failure(.firstDayMissing) }
        do throws(PeriodHistory.Refusal) {
            try history.checkClose(period, first: BooksMonth(of: firstDay))
        } catch {
            return .failure(.period(error))
        }
        guard let bounds = Self.bounds(of: period, told.rules.zone) else { throw WalletError.internalError }
        guard try await periods.time() >= bounds.endsAt else { return .failure(.notOver(bounds.endsAt)) }
        return .success(
            ClosingPeriod(
                month: period, zone: told.rules.zone, startsAt: bounds.startsAt, endsAt: bounds.endsAt,
                cut: try await periods.cut(), settings: told, apple: try await periods.appleVersion(),
                closes: history.closes))
    }

    private func findings(
        _ closing: ClosingPeriod, accepting accepted: Set<String>
    ) async throws -> (found: [ClosingFinding], passed: [String], unpriced: Int64) {
        var all: [ClosingFinding] = []
        for check in checks { all += try await check.run(closing) }
        let unpriced = try await sales.unpriced(closing.settings, before: closing.endsAt, limit: 1)
        if unpriced.count > 0 {
            all.append(
                ClosingFinding(
                    check: ClosingCheck.unpricedSales, count: unpriced.count,
                    detail: unpriced.sales.first?.sale.transaction.text, mayBeAccepted: true))
        }
        let passed = all.filter { $0.mayBeAccepted && accepted.contains($0.check) }
        return (all.filter { !passed.contains($0) }, passed.map(\.check), unpriced.count)
    }

    /// Nil: the zone's data is missing on this machine, or a month that no calendar has.
    private static func bounds(of month: BooksMonth, _ zone: String) -> (startsAt: Instant, endsAt: Instant)? {
        guard let zone = ExportZone(zone), let startsAt = zone.start(ofDay: month.firstDay),
            let endsAt = zone.start(ofDay: month.next.firstDay)
        else { return nil }
        return (startsAt, endsAt)
    }
}
