internal import WalletDomain
internal import WalletLedger

/// Apple's calendar is another one than the rule says: an accountant tells the months of whole years. Years that move
/// each other's edges come in one call.
struct CorrectFiscalYears: Endpoint {
    static let route = Route(.put, "/v1/admin/books/fiscal-years", access: .keys([.books]))
    let years: FiscalYearStore

    struct Input: Sendable {
        let corrections: [FiscalCalendar.Correction]
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let parts = try call.object(only: ["years"]).array("years")
        guard (1...FiscalCalendar.years.count).contains(parts.count) else { throw Problem.malformed("years") }
        return Input(corrections: try parts.map(Self.correction), origin: call.origin)
    }

    private static func correction(_ value: JSONValue) throws -> FiscalCalendar.Correction {
        guard case .object(let part) = value else { throw Problem.malformed("years") }
        try part.requireOnly(["year", "starts", "last_day"])
        guard let lastDay = ReportDays.parse(try part.text("last_day")) else { throw Problem.malformed("last_day") }
        let starts = try part.array("starts").map { value in
            guard case .text(let text) = value, let day = ReportDays.parse(text) else {
                throw Problem.malformed("starts")
            }
            return day
        }
        return FiscalCalendar.Correction(year: try part.integer("year"), starts: starts, lastDay: lastDay)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ReadFiscalYear.FiscalYears {
        switch try await years.tell(input.corrections, by: caller.id, origin: input.origin) {
        case .success(let calendar):
            return ReadFiscalYear.FiscalYears(
                years: input.corrections.map { .init(year: $0.year, isCorrected: true) }, calendar: calendar)
        case .failure(let refusal): throw Self.problem(refusal)
        }
    }

    private static func problem(_ refusal: FiscalCalendar.Refusal) -> Problem {
        let (cause, year) =
            switch refusal {
            case .unknownYear(let year): ("unknown_year", year)
            case .yearTwice(let year): ("year_twice", year)
            case .notWeeks(let year): ("not_weeks", year)
            case .doesNotFit(let year): ("does_not_fit", year)
            }
        return Problem(
            code: .malformed, [.text("member", "years"), .text("cause", cause), .number("year", year)])
    }
}
