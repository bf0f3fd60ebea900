package import WalletDomain
package import WalletLedger

/// A report of Apple's that is not taken, and what would help.
package struct RefusedReport: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case report(AppleReportError)
        case beside(AppleReportRefusal)
    }

    package let cause: Cause

    package init(_ cause: Cause) { self.cause = cause }

    /// Of the cause, for programs.
    package var word: String {
        switch cause {
        case .report(let error): Self.word(error)
        case .beside(.daysOverlap): "days_overlap"
        }
    }

    private static func word(_ error: AppleReportError) -> String {
        switch error {
        case .tooLarge: "too_large"
        case .damagedFile: "damaged_file"
        case .notText: "not_text"
        case .lineTooLong: "line_too_long"
        case .tooManyRows: "too_many_rows"
        case .unknownReport: "unknown_report"
        case .missingColumns: "missing_columns"
        case .badField: "bad_field"
        case .mixedPeriods: "mixed_periods"
        case .totalsDisagree: "totals_disagree"
        case .notAFiscalMonth: "not_a_fiscal_month"
        }
    }

    /// Line, columns, days: whatever there is.
    package var facts: [(name: String, value: Problem.Fact.Value)] {
        switch cause {
        case .report(let error): Self.facts(error)
        case .beside(.daysOverlap(let report)): [("report", .number(Int64(report)))]
        }
    }

    private static func facts(_ error: AppleReportError) -> [(name: String, value: Problem.Fact.Value)] {
        switch error {
        case .tooLarge(let bytesMax): [("bytes_max", .number(Int64(bytesMax)))]
        case .tooManyRows(let rowsMax): [("rows_max", .number(Int64(rowsMax)))]
        case .damagedFile, .unknownReport: []
        case .notText(let line), .lineTooLong(let line), .mixedPeriods(let line), .totalsDisagree(let line):
            [("line", .number(Int64(line)))]
        case .missingColumns(let columns): [("columns", .text(columns.joined(separator: ", ")))]
        case .badField(let line, let column): [("line", .number(Int64(line))), ("column", .text(column))]
        case .notAFiscalMonth(let from, let to):
            [("from", .text(ReportDays.text(from))), ("to", .text(ReportDays.text(to)))]
        }
    }

    /// For people at a terminal.
    package var sentence: String {
        let facts = facts.map { fact in
            switch fact.value {
            case .number(let number): "\(fact.name) \(number)"
            case .text(let text): "\(fact.name) \(text)"
            case .flag(let flag): "\(fact.name) \(flag)"
            }
        }
        return ([word.replacing("_", with: " ")] + facts).joined(separator: ", ")
    }

    var problem: Problem {
        var problem = Problem(code: .reportRefused, [.text("cause", word)])
        for fact in facts { problem = problem.adding(Problem.Fact(name: fact.name, value: fact.value)) }
        return problem
    }
}

/// Days since 1970 as `2026-03-31`, and back.
package enum ReportDays {
    package static func text(_ day: Int64) -> String {
        let date = CivilDate(daysSince1970: day)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.year)-\(two(date.month))-\(two(date.day))"
    }

    package static func parse(_ text: String) -> Int64? {
        guard let day = CalendarDay(text) else { return nil }
        return CivilDate(year: Int64(day.year), month: Int64(day.month), day: Int64(day.day))?.daysSince1970
    }
}
