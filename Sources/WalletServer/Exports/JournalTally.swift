internal import WalletDomain
internal import WalletLedger

/// Adds up what the lines say, line by line, to be held against the database's own sums.
struct JournalTally {
    private var flows: [(move: JournalTotals.Move, flow: JournalTotals.Flow)] = []
    private var last = 0
    private var sales: [String: JournalTotals.Sales] = [:]
    private var salesOfUnknownPrice: Int64 = 0
    private(set) var lines: Int64 = 0

    mutating func count(_ coins: Int64, of row: JournalRow, isFirst: Bool) {
        let place = place(of: row)
        flows[place].flow.coins += coins
        flows[place].flow.lines += 1
        lines += 1
        guard isFirst else { return }
        flows[place].flow.entries += 1
        guard row.carriesPrice else { return }
        guard let price = row.price else {
            salesOfUnknownPrice += 1
            return
        }
        sales[price.currency, default: .init(milliunits: 0, count: 0)].milliunits += price.milliunits
        sales[price.currency]?.count += 1
    }

    var totals: JournalTotals {
        JournalTotals(
            flows: Dictionary(uniqueKeysWithValues: flows.map { ($0.move, $0.flow) }), sales: sales,
            salesOfUnknownPrice: salesOfUnknownPrice)
    }

    /// There are few pairs of accounts, and mostly it is the one before.
    private mutating func place(of row: JournalRow) -> Int {
        let move = JournalTotals.Move(debit: row.debit, credit: row.credit)
        if last < flows.count, flows[last].move == move { return last }
        last = flows.firstIndex { $0.move == move } ?? flows.count
        if last == flows.count { flows.append((move, .init(coins: 0, entries: 0, lines: 0))) }
        return last
    }
}

extension JournalTotals {
    /// Each difference in one sentence; none if both say the same.
    func differences(from lines: JournalTotals) -> [String] {
        guard self != lines else { return [] }
        var found: [String] = []
        for move in Set(flows.keys).union(lines.flows.keys) where flows[move] != lines.flows[move] {
            found.append(
                "\(move.debit.name) to \(move.credit.name): the journal has \(Self.text(flows[move])), "
                    + "the lines \(Self.text(lines.flows[move]))")
        }
        for currency in Set(sales.keys).union(lines.sales.keys) where sales[currency] != lines.sales[currency] {
            found.append(
                "\(currency): the journal has \(Self.text(sales[currency])), "
                    + "the lines \(Self.text(lines.sales[currency]))"
            )
        }
        if salesOfUnknownPrice != lines.salesOfUnknownPrice {
            found.append(
                "sales of unknown price: the journal has \(salesOfUnknownPrice), the lines \(lines.salesOfUnknownPrice)"
            )
        }
        return found.sorted()
    }

    private static func text(_ flow: Flow?) -> String {
        guard let flow else { return "nothing" }
        return "\(flow.coins) coins in \(flow.entries) entries and \(flow.lines) lines"
    }

    private static func text(_ sales: Sales?) -> String {
        guard let sales else { return "nothing" }
        return "\(sales.milliunits) thousandths in \(sales.count) sales"
    }
}
