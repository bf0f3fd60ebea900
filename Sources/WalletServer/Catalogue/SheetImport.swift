package import WalletDomain
package import WalletLedger

/// What a sheet would come to: every row's effect, or every error with its line. Nothing is taken of a sheet with an
/// error in it.
package struct SheetReport: Sendable {
    package struct Row: Sendable {
        package let line: Int
        package let preview: Preview
    }

    package fileprivate(set) var rows: [Row] = []
    package fileprivate(set) var errors: [SheetError] = []
    /// More errors than are named.
    package fileprivate(set) var errorCount = 0

    fileprivate mutating func add(_ error: SheetError) {
        errorCount += 1
        if errors.count < Limits.csvErrorsMax { errors.append(error) }
    }
}

extension CatalogueDesk {
    /// The whole catalogue as CSV, archived items and drafts too.
    package func exportSheet() async throws(WalletError) -> [UInt8] {
        var buffer = CSVBuffer(.spreadsheet)
        CatalogueSheet.head(&buffer)
        var (cursor, count) = (ItemID?.none, 0)
        // Ends with the first page that is not full.
        while count < Limits.csvItemsMax {
            let page = try await catalogue.allItems(after: cursor)
            for item in page.items { CatalogueSheet.append(item, at: page.at, zone: zone, to: &buffer) }
            count += page.items.count
            cursor = page.items.last?.offer.item
            if page.items.count < Limits.pageRowsMax { break }
        }
        return buffer.bytes
    }

    /// Reads a sheet against the catalogue as it is. Writes nothing.
    package func readSheet(_ bytes: [UInt8]) async throws(WalletError) -> SheetReport {
        var report = SheetReport()
        let rows = sheetRows(bytes, &report)
        var items: [(row: SheetRow, item: ItemID)] = []
        var seen: Set<ItemID> = []
        for row in rows {
            do throws(SheetError) {
                let item = try row.item()
                guard seen.insert(item).inserted else {
                    throw SheetError(line: row.line, column: "item", code: "item_twice")
                }
                items.append((row, item))
            } catch {
                report.add(error)
            }
        }
        let page = try await catalogue.items(items.map(\.item))
        let known = Dictionary(page.items.map { ($0.offer.item, $0.plan) }) { first, _ in first }
        var (changes, lines) = ([DraftedChange](), [Int]())
        for (row, item) in items {
            do throws(SheetError) {
                changes.append(DraftedChange(item: item, change: try row.change(from: known[item], at: page.at)))
                lines.append(row.line)
            } catch {
                report.add(error)
            }
        }
        for (line, preview) in zip(lines, try await catalogue.preview(changes)) {
            if let refusal = preview.refusal {
                report.add(SheetError(line: line, column: nil, code: Problem(refusal).code.rawValue))
            }
            report.rows.append(SheetReport.Row(line: line, preview: preview))
        }
        return report
    }

    /// Puts a sheet into a draft, if all of it is right.
    /// - Returns: the draft after it; nil if the report has errors, and nothing happened.
    package func importSheet(
        _ report: SheetReport, into draft: Int64, expected: Int64, by caller: CallerID
    ) async throws(WalletError) -> Result<CatalogueDraft, CatalogueRefusal>? {
        guard report.errorCount == 0 else { return nil }
        // A row that changes nothing takes its item out of the draft.
        let changes = report.rows.map { row in
            DraftedChange(
                item: row.preview.item, change: row.preview.difference == nil ? ItemChange() : row.preview.change)
        }
        return try await catalogue.put(changes, into: draft, expected: expected, by: caller)
    }

    private func sheetRows(_ bytes: [UInt8], _ report: inout SheetReport) -> [SheetRow] {
        var reader = CSVReader(bytes)
        var rows: [SheetRow] = []
        do throws(CSVReader.Failure) {
            guard let head = try reader.next(), let columns = columns(head, &report) else {
                if report.errorCount == 0 { report.add(SheetError(line: 1, column: nil, code: "no_header")) }
                return []
            }
            while let record = try reader.next() {
                guard rows.count < Limits.draftItemsMax else {
                    report.add(SheetError(line: record.line, column: nil, code: "too_many_rows"))
                    return rows
                }
                guard record.cells.count == columns.count else {
                    report.add(SheetError(line: record.line, column: nil, code: "cell_count"))
                    continue
                }
                let cells = Dictionary(zip(columns, record.cells.map(CatalogueSheet.unguarded))) { first, _ in first }
                rows.append(SheetRow(line: record.line, cells: cells, zone: zone))
            }
        } catch {
            report.add(SheetError(line: error.line, column: nil, code: error.kind.rawValue))
        }
        return rows
    }

    /// Nil unless the first row names columns of ours, none twice, the item's among them.
    private func columns(_ head: CSVReader.Record, _ report: inout SheetReport) -> [CatalogueSheet.Column]? {
        var columns: [CatalogueSheet.Column] = []
        for cell in head.cells {
            guard let column = CatalogueSheet.Column(rawValue: cell), !columns.contains(column) else {
                report.add(SheetError(line: head.line, column: String(cell.prefix(32)), code: "column_unknown"))
                return nil
            }
            columns.append(column)
        }
        guard columns.contains(.item) else {
            report.add(SheetError(line: head.line, column: "item", code: "column_missing"))
            return nil
        }
        return columns
    }
}
