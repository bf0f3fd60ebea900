internal import WalletDomain

/// Journals for one tool: summed by day and account, or entry by entry.
struct ToolWriter: BooksWriter {
    private let tool: AccountingTool
    private let scope: BooksScope
    private let flavour: CSVFlavour
    private let isDetailed: Bool
    private let folder: DaySpool
    private var sums: [BooksUnit: [Int64: ToolSums]] = [:]
    private var details: [BooksUnit: Detail] = [:]

    /// Entries of one currency. The spool's key is a day and a part of it: of tools with a limit each part is a file.
    private struct Detail {
        var spool: DaySpool
        var days: [Int64: (journals: Int64, part: Int64, lines: Int)] = [:]
        var count: Int64 = 0
    }

    /// More parts of a day than any tool could be fed with.
    private static let partsMax: Int64 = 1 << 20

    init(_ tool: AccountingTool, _ order: BooksOrder, _ spool: DaySpool) {
        self.tool = tool
        scope = order.scope
        isDetailed = order.isDetailed
        folder = spool
        switch order.format {
        case .csv(let flavour): self.flavour = flavour
        case .jsonLines: flavour = .plain
        }
    }

    mutating func hear(_ posted: PostedEntry) throws {
        guard scope.isInside(posted) else { return }
        for currency in posted.entry.currencies where isTaken(currency) {
            let unit = BooksUnit.money(currency)
            if isDetailed {
                var entry = ToolSums()
                for line in posted.entry.lines where line.place.unit == unit {
                    entry.add(line.figure, to: line.place.account)
                }
                try add(entry, posted, unit)
            } else {
                for line in posted.entry.lines where line.place.unit == unit {
                    sums[unit, default: [:]][posted.postingDay, default: ToolSums()]
                        .add(line.figure, to: line.place.account)
                }
            }
        }
    }

    mutating func hear(_ wallet: WalletAtEnd) {}

    private func isTaken(_ currency: Currency) -> Bool { tool.decimalsMax.map { currency.exponent <= $0 } ?? true }

    private mutating func add(_ entry: ToolSums, _ posted: PostedEntry, _ unit: BooksUnit) throws {
        var detail = details[unit] ?? Detail(spool: folder.beside(unit.code))
        var day = detail.days[posted.postingDay] ?? (0, 0, 0)
        day.journals += 1
        let memo = "\(posted.entry.kind.rawValue) \(posted.id)"
        let number = Self.number(posted.postingDay, unit) + "-\(BooksDay.digits(day.journals, 6))"
        let journal = ToolJournal(
            number: number, day: posted.postingDay, unit: unit, memo: memo, sums: entry)
        if let most = tool.linesMax, day.lines > 0, day.lines + journal.lines.count > most {
            day.part += 1
            day.lines = 0
        }
        day.lines += journal.lines.count
        detail.count += Int64(journal.lines.count)
        detail.days[posted.postingDay] = day
        try detail.spool.add(
            tool.text(journal, scope, flavour), on: posted.postingDay * Self.partsMax + day.part)
        details[unit] = detail
    }

    mutating func files(_ totals: TrialBalance) -> [ExportedFile] {
        isDetailed ? detailFiles() : summaryFiles()
    }

    private func summaryFiles() -> [ExportedFile] {
        sums.sorted { $0.key < $1.key }.flatMap { unit, days in
            var parts: [(bytes: [UInt8], lines: Int)] = []
            for (day, sums) in days.sorted(by: { $0.key < $1.key }) {
                let journal = ToolJournal(
                    number: Self.number(day, unit), day: day, unit: unit, memo: "coins, \(BooksDay.text(day))",
                    sums: sums)
                let isFull = parts.last.map { $0.lines + journal.lines.count > tool.linesMax ?? .max } ?? true
                if isFull { parts.append(([], 0)) }
                parts[parts.count - 1].bytes += tool.text(journal, scope, flavour)
                parts[parts.count - 1].lines += journal.lines.count
            }
            return parts.enumerated().map { place, part in
                file(
                    unit, tool.linesMax == nil ? "" : "_\(BooksDay.digits(Int64(place + 1), 3))", Int64(part.lines),
                    tail: part.bytes)
            }
        }
    }

    private func detailFiles() -> [ExportedFile] {
        details.sorted { $0.key < $1.key }.flatMap { unit, detail in
            guard tool.linesMax != nil else {
                return [file(unit, "", detail.count, pieces: detail.spool.pieces())]
            }
            return detail.spool.days.map { key in
                let day = key >= 0 ? key / Self.partsMax : (key - Self.partsMax + 1) / Self.partsMax
                let part = BooksDay.digits(key - day * Self.partsMax + 1, 3)
                return file(
                    unit, "_\(BooksDay.text(day))_\(part)", 0, pieces: detail.spool.pieces(only: key))
            }
        }
    }

    private func file(
        _ unit: BooksUnit, _ suffix: String, _ count: Int64, pieces: DaySpool.Pieces? = nil, tail: [UInt8] = []
    ) -> ExportedFile {
        ExportedFile(
            name: "\(tool.rawValue)_\(unit.code)\(suffix).csv", contentType: "text/csv; charset=utf-8",
            count: count, head: tool.header(flavour), pieces: pieces, tail: tail)
    }

    /// `COF20261001CNY`: QuickBooks takes 21 letters.
    private static func number(_ day: Int64, _ unit: BooksUnit) -> String {
        "COF\(BooksDay.text(day).filter { $0 != "-" })\(unit.code)"
    }
}
