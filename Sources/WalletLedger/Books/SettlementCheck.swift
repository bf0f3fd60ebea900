internal import Postgres
import WalletDomain

/// I14: what was settled, and what it differed by, is what was expected; what was expected and is not settled is still
/// there; and no report has lost a row.
struct SettlementCheck {
    private let apple: AppleBooks
    private let ledger: AppleLedgerSide

    init(_ apple: AppleBooks, _ ledger: AppleLedgerSide) {
        self.apple = apple
        self.ledger = ledger
    }

    /// Before the sums are finished: they take settlements and payments too.
    func check(_ snapshot: SharedSnapshot, _ sums: inout BooksSums, _ report: inout BooksReport) throws {
        for torn in try snapshot.query(FindTornAppleReports()) {
            report.add(.settlements, at: "report \(torn.report)", found: "\(torn.found) rows", expected: "\(torn.told)")
        }
        var booked: [Currency: Int64] = [:]
        for posted in apple.entries(ledger) {
            report.posted += 1
            sums.add(posted)
            check(posted, &report)
            for currency in posted.entry.currencies {
                booked[currency, default: 0] -= posted.entry.sum(.accrued, .money(currency))
            }
        }
        for (currency, expected) in ledger.accrued.sorted(by: { $0.key < $1.key }) {
            report.compare(
                .settlements, sums.closing(.accrued, .money(currency)), expected - (booked[currency] ?? 0),
                at: "\(currency.code), expected and not settled")
        }
        if ledger.unexplained > 0 && report.counts[.journal] == nil {
            report.add(.settlements, at: "sales without a lot", found: "\(ledger.unexplained)", expected: "0")
        }
    }

    private func check(_ posted: PostedEntry, _ report: inout BooksReport) {
        if !posted.entry.isBalanced {
            report.add(.balanced, at: posted.id, found: "another sum", expected: "0 of each unit")
        }
        if posted.entry.figures.contains(where: { $0.value == 0 }) {
            report.add(.lines, at: posted.id, found: "0", expected: "a debit or a credit")
        }
        if posted.postingDay < posted.day {
            report.add(.days, at: posted.id, found: "day \(posted.postingDay)", expected: "\(posted.day) at least")
        }
    }
}
