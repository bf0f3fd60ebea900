internal import Crypto
internal import WalletDomain

/// R1: every line of every entry.
struct JournalLinesReport: RowReport {
    static let kind = ReportKind.journalLines
    let scope: BooksScope

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isInside(posted) else { return }
        let facts = posted.facts
        let hash = facts.map { hexadecimal($0.hash) }
        for (place, line) in posted.entry.lines.enumerated() {
            try rows.add(
                [
                    .text(posted.id), .number(Int64(place + 1)), .text(posted.entry.kind.rawValue), .day(posted.day),
                    .day(posted.postingDay), .moment(facts?.recordedAt), .text(line.place.account.code),
                    .text(line.place.account.path), .text(scope.accounts[line.place.account]),
                    .text(line.place.unit.code), .number(Int64(line.place.unit.exponent)),
                    .number(max(0, line.figure)), .number(max(0, -line.figure)),
                    .text(line.place.unit.decimal(line.figure)), .text(posted.user),
                    .text(line.place.lot.flatMap { posted.lots[$0] }), .text(facts?.transaction?.text),
                    .text(facts?.product), .text(facts?.item?.text), .text(facts?.storefront), .text(facts?.channel),
                    .text(facts?.corrects), .number(facts.map { Int64($0.caller.number) }),
                    .text(facts?.wallet.text), .number(facts?.sequences.lowerBound),
                    .number(facts?.sequences.upperBound), .text(hash),
                ], on: posted.postingDay)
        }
    }
}

extension BookEntry {
    /// In the order in which exports write them.
    var lines: [(place: BookPlace, figure: Int64)] {
        figures.sorted { $0.key < $1.key }.map { (place: $0.key, figure: $0.value) }
    }

    /// Coins that left users' lots, lot by lot in their order; negative: that came.
    var lotCoins: [(lot: Int32, coins: Int64)] {
        lines.compactMap { line in
            guard line.place.unit == .coin, let lot = line.place.lot else { return nil }
            return (lot: lot, coins: line.figure)
        }
    }
}
