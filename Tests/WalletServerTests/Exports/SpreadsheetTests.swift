import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Case E-4: what spreadsheets misread or run.
@Suite struct SpreadsheetTests {
    static let names = [
        "=1+1", "+x", "-x", "@x", "\tx", "a,b", "a\"b", "two\r\nlines", "微积分入门", "\rx", "\nx", "＝1+1", "'x", "1e5",
        "\"", "", " =x", "course-a",
    ]
    /// What `--spreadsheet` shows of those that begin with a trigger; the rest stays.
    static let guarded = Set(["=1+1", "+x", "-x", "@x", "\tx", "\rx", "\nx", "＝1+1"])

    @Test("By default text is unchanged, whatever it holds", arguments: names)
    func keepsText(name: String) throws {
        let records = try ExportSamples.records([ExportSamples.spend(name)])
        #expect(records.count == 1)
        #expect(records[0]["course_or_product"] == name)
    }

    @Test(
        "With the option, text that would run as a formula begins with an apostrophe, other text stays",
        arguments: names)
    func guardsText(name: String) throws {
        let records = try ExportSamples.records([ExportSamples.spend(name)], .spreadsheet)
        #expect(records.count == 1)
        #expect(records[0]["course_or_product"] == (Self.guarded.contains(name) ? "'" + name : name))
    }

    @Test("Both flavours have the same rows and columns, and amounts stay plain numbers")
    func sameShape() throws {
        let rows = Self.names.enumerated().map { ExportSamples.spend($1, sequence: Int64($0) + 2) }
        let plain = try ExportSamples.records(rows)
        let guarded = try ExportSamples.records(rows, .spreadsheet)
        #expect(plain.count == rows.count)
        #expect(plain.map { Set($0.keys) } == guarded.map { Set($0.keys) })
        for column in ["paid", "bonus", "balance_paid", "seq", "lot", "at", "local_date", "wallet", "user_ref"] {
            #expect(plain.map { $0[column] } == guarded.map { $0[column] })
        }
        #expect(plain.allSatisfy { $0["paid"] == "-288" })
    }

    @Test("Only the option writes a byte-order mark")
    func marks() {
        #expect(!ExportSamples.bytes([]).starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(ExportSamples.bytes([], .spreadsheet).starts(with: [0xEF, 0xBB, 0xBF]))
    }

    @Test(
        "With the option, digits that a spreadsheet would round stay text",
        arguments: [("123456789012345", false), ("1234567890123456", true)])
    func keepsDigits(transaction: String, isGuarded: Bool) throws {
        var sale = ExportSamples.sale()
        sale.transaction = transaction
        #expect(try ExportSamples.records([sale])[0]["reference"] == transaction)
        let shown = try ExportSamples.records([sale], .spreadsheet)[0]["reference"]
        #expect(shown == (isGuarded ? "'" : "") + transaction)
    }

    @Test("A cell is quoted only if it must be")
    func quotesLittle() {
        let bytes = ExportSamples.bytes([ExportSamples.sale(), ExportSamples.spend("a'b;c d")])
        #expect(!bytes.contains(UInt8(ascii: "\"")))
    }
}
