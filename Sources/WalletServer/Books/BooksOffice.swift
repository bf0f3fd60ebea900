internal import Crypto
internal import WalletDomain
package import WalletLedger

/// What `coffer books` does: the desks of the books, for whoever can reach the database. Answers are lines of text.
package struct BooksOffice: Sendable {
    private let books: BooksDesk
    private let periods: PeriodDesk
    private let keys: KeyStore

    /// - Parameter reports: of the same database; a close files its figures.
    package init(_ database: LedgerDatabase, reports: BooksExporter) {
        books = BooksDesk(database)
        periods = PeriodDesk(database, checks: [.equations(reports)], figures: .reports(reports))
        keys = KeyStore(database)
    }

    /// Why it was not done, for people.
    package struct Refusal: Error, Sendable {
        package let lines: [String]
    }

    package func show(history: Bool) async throws -> [String] {
        let told = try await books.settings.read()
        let zone = ExportZone(told.rules.zone) ?? .utc
        let rows = history ? told.history : told.current
        let lines = rows.map { known in
            "\(BooksSheetReport.text(known.setting, zone)) (change \(known.change), known \(known.knownAt.text))"
        }
        return ["version \(told.version)"] + BooksSheet.texts(of: told.rules) + lines
    }

    package func export() async throws -> [UInt8] { try await books.sheet().bytes }

    /// - Returns: each row's effect.
    package func tell(_ bytes: [UInt8], dryRun: Bool, reason: String) async throws -> [String] {
        let report = try await books.read(bytes)
        guard report.errorCount == 0 else {
            let named = report.errors.map { "line \($0.line): \($0.column.map { $0 + ": " } ?? "")\($0.code)" }
            throw Refusal(lines: named + ["\(report.errorCount) errors: nothing was taken"])
        }
        let rows = report.rows.map { row in
            if case .changed(let before) = row.effect {
                return "line \(row.line): changed \(row.text) (was \(before))"
            }
            return "line \(row.line): \(row.effect.word) \(row.text)"
        }
        guard !dryRun else { return rows + ["dry run: \(report.changeCount) of \(rows.count) would be told"] }
        let told = try await books.tell(report, expected: nil, reason: reason, by: try await caller(), from: origin)
        let version = try settled(told ?? .failure(.tooSlow)).version
        return rows + ["told \(report.changeCount) of \(rows.count), version \(version)"]
    }

    package func unpriced(limit: Int) async throws -> [String] {
        let summary = try await books.unpriced(limit: limit)
        let groups = summary.sorted.map { group, figures in
            "\(figures.count) \(group.product) \(group.storefront ?? "-") \(group.reason.rawValue)"
                + " \(figures.firstAt.text) \(figures.lastAt.text)"
        }
        let sales = summary.sales.map { unpriced in
            "sale \(unpriced.sale.transaction.text) \(unpriced.sale.product) \(unpriced.sale.storefront ?? "-")"
                + " \(unpriced.sale.purchasedAt.text) \(unpriced.reason.rawValue)"
        }
        return groups + sales + ["unpriced \(summary.count)"]
    }

    package func list() async throws -> [String] {
        let standing = try await periods.standing()
        let events = standing.history.events.map { event in
            let figures = event.freeze.map { " figures \(hexadecimal($0.digest)) unpriced \($0.unpriced)" } ?? ""
            let reason = event.reason.map { " reason: \($0)" } ?? ""
            return "\(event.period.text) \(event.kind.word) \(event.at.text) by \(event.callerName)\(figures)\(reason)"
        }
        let waiting = standing.reopenings.filter { $0.state == .open && !$0.isExpired }.map { asked in
            "waits \(WireID.approval(asked.id)) to reopen \(asked.period.text), asked by \(asked.proposerName):"
                + " \(asked.reason)"
        }
        let next = standing.next.map { "next \($0.text) ends \(standing.nextEndsAt?.text ?? "-")" }
        return events + waiting + [next ?? "next - (tell first_day)"]
    }

    package func close(
        _ month: String, accepting accepted: Set<String>, dryRun: Bool, reason: String?
    ) async throws -> [String] {
        let period = try period(month)
        if dryRun {
            let findings = try settled(try await periods.check(period, accepting: accepted))
            return findings.map(Self.text) + [
                "dry run: \(findings.isEmpty ? "would close" : "would not close") \(month)"
            ]
        }
        let event = try settled(
            try await periods.close(
                period, accepting: accepted, reason: reason, by: try await caller(), from: origin))
        return ["closed \(month) figures \(hexadecimal(event.freeze?.digest ?? []))"]
    }

    package func reopen(_ month: String, reason: String) async throws -> [String] {
        let asked = try settled(
            try await periods.periods.proposeReopening(
                of: try period(month), reason: reason, by: try await caller(), from: origin))
        return ["asked \(WireID.approval(asked.id)): another person must agree before \(asked.expiresAt.text)"]
    }

    package func approve(_ approval: String) async throws -> [String] {
        guard let id = WireID.parseApproval(approval) else { throw Refusal(lines: ["\(approval) is no approval"]) }
        let me = try await caller()
        let decided: Result<PeriodReopening, BooksRefusal>
        do throws(WalletError) {
            decided = try await periods.periods.decideReopening(id, .approve, reason: nil, by: me, from: origin)
        } catch {
            throw Refusal(lines: [Problem(error).code.title])
        }
        return ["reopened \(try settled(decided).period.text)"]
    }

    private var origin: String { AdminOffice.origin }

    private func caller() async throws -> CallerID { try await keys.caller(named: AdminOffice.callerName) }

    private func period(_ text: String) throws(Refusal) -> BooksMonth {
        guard let month = BooksMonth(text) else { throw Refusal(lines: ["\(text) is no month, as 2026-10 is"]) }
        return month
    }

    private func settled<Value>(_ result: Result<Value, BooksRefusal>) throws(Refusal) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let refusal):
            var lines: [String] = []
            if case .checksFailed(let findings) = refusal { lines = findings.map(Self.text) }
            let problem = Problem(refusal)
            let facts = problem.facts.map { fact in
                switch fact.value {
                case .number(let number): "\(fact.name) \(number)"
                case .text(let text): "\(fact.name) \(text)"
                case .flag(let flag): "\(fact.name) \(flag)"
                }
            }
            throw Refusal(lines: lines + [([problem.code.title] + facts).joined(separator: "; ")])
        }
    }

    private static func text(_ finding: ClosingFinding) -> String {
        "\(finding.check) \(finding.count)\(finding.detail.map { ", first \($0)" } ?? "")"
    }
}
