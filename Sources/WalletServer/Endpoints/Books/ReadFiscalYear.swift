internal import WalletDomain
internal import WalletLedger

/// The months of one of Apple's fiscal years, as reports are taken for.
struct ReadFiscalYear: Endpoint {
    static let route = Route(.get, "/v1/admin/books/fiscal-years", access: .keys([.books]))
    let years: FiscalYearStore

    func parse(_ call: Call) throws -> Int64 {
        guard let text = try call.query(only: ["year"])["year"], let year = Int64(text), String(year) == text,
            FiscalCalendar.years.contains(year)
        else { throw Problem.malformed("year") }
        return year
    }

    func run(_ year: Int64, as caller: Caller) async throws -> FiscalYears {
        let isCorrected = try await years.corrections().contains { $0.year == year }
        return FiscalYears(
            years: [.init(year: year, isCorrected: isCorrected)], calendar: try await years.calendar())
    }

    struct FiscalYears: Answer {
        struct Year: Sendable {
            let year: Int64
            let isCorrected: Bool
        }

        let years: [Year]
        let calendar: FiscalCalendar

        func write(to object: inout JSONWriter) {
            object.array("years") { list in
                for year in years {
                    list.object { object in
                        object.member("year", year.year)
                        object.member("corrected", year.isCorrected)
                        object.array("months") { list in
                            for number in Int64(1)...12 {
                                guard let month = calendar.month(year: year.year, number: number) else { continue }
                                list.object { $0.fiscalMonth(month) }
                            }
                        }
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func fiscalMonth(_ month: FiscalMonth) {
        member("fiscal_month", month.name)
        member("from", ReportDays.text(month.from))
        member("to", ReportDays.text(month.to))
        member("weeks", month.weeks)
    }
}
