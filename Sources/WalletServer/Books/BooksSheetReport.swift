package import WalletDomain

/// What a sheet of settings would come to: every row's effect, or every error with its line. Nothing is taken of a
/// sheet with an error in it.
package struct BooksSheetReport: Sendable {
    package struct Row: Sendable {
        package let line: Int
        /// What it tells, as the sheet would write it.
        package let text: String
        package let effect: Effect
    }

    package enum Effect: Hashable, Sendable {
        case added
        /// What was told before; empty: nothing.
        case changed(from: String)
        case unchanged

        package var word: String {
            switch self {
            case .added: "added"
            case .changed: "changed"
            case .unchanged: "unchanged"
            }
        }
    }

    package private(set) var rows: [Row] = []
    package private(set) var errors: [SheetError] = []
    /// More errors than are named.
    package private(set) var errorCount = 0
    package private(set) var settings: [(line: Int, setting: BooksSetting)] = []
    package private(set) var rules: BooksRules
    /// The version that it was held against.
    package let version: Int64

    /// Rows that change something.
    package var changeCount: Int { rows.count { $0.effect != .unchanged } }

    /// - Parameter areRulesFixed: a period is closed.
    package init(_ bytes: [UInt8], against known: BooksSettings, areRulesFixed: Bool) {
        version = known.version
        rules = known.rules
        let rows = read(bytes)
        readRules(rows, known.rules, areFixed: areRulesFixed)
        // By the zone that the sheet itself may set.
        guard let zone = ExportZone(rules.zone) else {
            add(SheetError(line: 1, column: nil, code: "zone_unknown"))
            return
        }
        readSettings(rows, known, zone)
        self.rows.sort { $0.line < $1.line }
    }

    private mutating func readRules(_ rows: [BooksSheetRow], _ known: BooksRules, areFixed: Bool) {
        var seen: Set<BooksSheet.Setting> = []
        for row in rows where row.setting.columns == [.value] {
            do throws(SheetError) {
                guard seen.insert(row.setting).inserted else {
                    throw SheetError(line: row.line, column: nil, code: "row_twice")
                }
                let before = rules
                try row.apply(to: &rules)
                let isChanged = before != rules
                if isChanged, areFixed { throw SheetError(line: row.line, column: "value", code: "rules_fixed") }
                self.rows.append(
                    Row(
                        line: row.line, text: BooksSheet.text(of: row.setting, rules),
                        effect: isChanged ? .changed(from: BooksSheet.text(of: row.setting, before)) : .unchanged))
            } catch {
                add(error)
            }
        }
    }

    private mutating func readSettings(_ rows: [BooksSheetRow], _ known: BooksSettings, _ zone: ExportZone) {
        struct Place: Hashable {
            let key: BooksSettingKey
            let from: Instant
        }
        var seen: Set<Place> = []
        for row in rows where row.setting.columns != [.value] {
            do throws(SheetError) {
                guard let setting = try row.told(zone: zone) else { continue }
                guard seen.insert(Place(key: setting.key, from: setting.validFrom)).inserted else {
                    throw SheetError(line: row.line, column: nil, code: "row_twice")
                }
                settings.append((row.line, setting))
                self.rows.append(
                    Row(
                        line: row.line, text: Self.text(setting, zone),
                        effect: Self.effect(of: setting, known, zone)))
            } catch {
                add(error)
            }
        }
    }

    private static func effect(of setting: BooksSetting, _ known: BooksSettings, _ zone: ExportZone) -> Effect {
        switch known.effect(of: setting) {
        case .added: return .added
        case .unchanged: return .unchanged
        case .changed(let value):
            // What is told of the same matter was checked when it was told.
            let before = try? BooksSetting(setting.key, from: setting.validFrom, value)
            return .changed(from: before.map { text($0, zone) } ?? "")
        }
    }

    /// The cells that are not empty, in the sheet's order.
    static func text(_ setting: BooksSetting, _ zone: ExportZone) -> String {
        let cells = BooksSheet.cells(setting, zone)
        return BooksSheet.Column.allCases.compactMap { cells[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func add(_ error: SheetError) {
        errorCount += 1
        if errors.count < Limits.csvErrorsMax { errors.append(error) }
    }

    private mutating func read(_ bytes: [UInt8]) -> [BooksSheetRow] {
        var reader = CSVReader(bytes)
        var rows: [BooksSheetRow] = []
        do throws(CSVReader.Failure) {
            guard let head = try reader.next(), let columns = columns(head) else {
                if errorCount == 0 { add(SheetError(line: 1, column: nil, code: "no_header")) }
                return []
            }
            while let record = try reader.next() {
                guard rows.count < Limits.booksRowsMax else {
                    add(SheetError(line: record.line, column: nil, code: "too_many_rows"))
                    return rows
                }
                guard record.cells.count == columns.count else {
                    add(SheetError(line: record.line, column: nil, code: "cell_count"))
                    continue
                }
                append(record, columns, to: &rows)
            }
        } catch {
            add(SheetError(line: error.line, column: nil, code: error.kind.rawValue))
        }
        return rows
    }

    private mutating func append(
        _ record: CSVReader.Record, _ columns: [BooksSheet.Column], to rows: inout [BooksSheetRow]
    ) {
        let cells = Dictionary(zip(columns, record.cells.map(CatalogueSheet.unguarded))) { first, _ in first }
        do throws(SheetError) {
            rows.append(try BooksSheetRow(line: record.line, cells: cells))
        } catch {
            add(error)
        }
    }

    /// Nil unless the first row names columns of ours, none twice, the setting's among them.
    private mutating func columns(_ head: CSVReader.Record) -> [BooksSheet.Column]? {
        var columns: [BooksSheet.Column] = []
        for cell in head.cells {
            guard let column = BooksSheet.Column(rawValue: cell), !columns.contains(column) else {
                add(SheetError(line: head.line, column: String(cell.prefix(32)), code: "column_unknown"))
                return nil
            }
            columns.append(column)
        }
        guard columns.contains(.setting) else {
            add(SheetError(line: head.line, column: "setting", code: "column_missing"))
            return nil
        }
        return columns
    }
}
