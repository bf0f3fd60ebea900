internal import WalletDomain

/// R13: what an own-use issuer of prepaid instruments in Japan reports about each base date of the period.
struct PrepaidReport: RowReport {
    static let kind = ReportKind.prepaidBalance
    private let scope: BooksScope
    private let yen: Currency
    private var halves: [Int64: Half] = [:]

    private struct Half {
        var figures = PrepaidFigures()
        var freeCoins: Int64 = 0
    }

    /// 10,000,000 yen (Payment Services Act): more than it must be reported and secured.
    private static let threshold: Int64 = 10_000_000

    init(_ scope: BooksScope) {
        guard let yen = Currency("JPY") else { preconditionFailure("the yen is known") }
        self.scope = scope
        self.yen = yen
    }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isUntilEnd(posted) else { return }
        let free = posted.entry.sum(.bonusCoins, .coin) + posted.entry.sum(.promoCoins, .coin)
        let figures = posted.entry.prepaid[yen]
        guard free != 0 || figures != nil else { return }
        let half = Self.half(of: posted.postingDay)
        halves[half, default: Half()].freeCoins -= free
        if let figures { halves[half, default: Half()].figures.add(figures) }
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        let last = Self.half(of: scope.period.to)
        guard let first = halves.keys.min(), first <= last else { return }
        var (opening, issuedBefore, free): (Int64, Int64, Int64) = (0, 0, 0)
        for number in first...last {
            let half = halves[number] ?? Half()
            let balance = PrepaidBalance(
                opening: opening, figures: half.figures, issuedBefore: issuedBefore, threshold: Self.threshold)
            (opening, issuedBefore, free) = (balance.closing, half.figures.issued, free + half.freeCoins)
            let date = Self.baseDate(of: number)
            guard scope.period.from <= date, date <= scope.period.to else { continue }
            try rows.add(cells(balance, date, free), on: date)
        }
    }

    private func cells(_ balance: PrepaidBalance, _ date: Int64, _ free: Int64) -> [ReportCell] {
        let figures = balance.figures
        return [
            .day(date), .text(yen.code), .number(Int64(yen.exponent)), .number(balance.opening),
            .number(figures.issued), .number(figures.used), .number(figures.refunded), .number(figures.other),
            .number(balance.closing), .flag(balance.isOverThreshold), .number(balance.depositAtLeast),
            .flag(balance.isWithinFifthOfIssuedBefore), .flag(balance.isWithinTwentiethOfOpening), .number(free),
        ]
    }

    /// The half-year that ends with the base date on or after a day: twice the year, and one more for its second.
    private static func half(of day: Int64) -> Int64 {
        let date = CivilDate(daysSince1970: day)
        return date.year * 2 + (date.month <= 3 ? 0 : date.month <= 9 ? 1 : 2)
    }

    /// 31 March or 30 September.
    private static func baseDate(of half: Int64) -> Int64 {
        let (year, rest) = half.quotientAndRemainder(dividingBy: 2)
        let after = CivilDate(year: year, month: rest == 0 ? 4 : 10, day: 1)
        return (after?.daysSince1970 ?? 0) - 1
    }
}

/// R14: unspent coins that were taken to income, and back.
struct BreakageReport: RowReport {
    static let kind = ReportKind.breakage
    private let scope: BooksScope
    private var sums: [BooksUnit: (before: Int64, recognised: Int64, reversed: Int64)] = [:]

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isUntilEnd(posted) else { return }
        for currency in posted.entry.currencies {
            let unit = BooksUnit.money(currency)
            let income = -posted.entry.sum(.breakage, unit)
            guard income != 0 else { continue }
            if !scope.isInside(posted) {
                sums[unit, default: (0, 0, 0)].before += income
            } else if posted.entry.kind == .breakageReversed {
                sums[unit, default: (0, 0, 0)].reversed += income
            } else {
                sums[unit, default: (0, 0, 0)].recognised += income
            }
        }
    }

    mutating func finish(_ rows: inout ReportRows) throws {
        for (unit, sum) in sums.sorted(by: { $0.key < $1.key }) {
            try rows.add(
                [
                    .text(unit.code), .number(Int64(unit.exponent)), .number(sum.before), .number(sum.recognised),
                    .number(sum.reversed), .number(sum.before + sum.recognised + sum.reversed),
                ], on: scope.period.to)
        }
    }
}
