import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// The books' settings as a sheet: what goes out comes in again, and what is wrong is named with its line.
@Suite struct BooksSheetTests {
    private static func report(
        _ text: String, _ known: BooksSettings = BooksSettings(), areRulesFixed: Bool = false
    ) -> BooksSheetReport {
        BooksSheetReport(Array(text.utf8), against: known, areRulesFixed: areRulesFixed)
    }

    private static let whole = """
        setting,storefront,product,item,account,valid_from,price,currency,proceeds,rate,basis,days,code,name,value
        zone,,,,,,,,,,,,,,Asia/Tokyo
        presentation,,,,,,,,,,,,,,net
        tax_mode,,,,,,,,,,,,,,operator_at_spend
        tax_rate_at_use,,,,,,,,,,,,,,10.00
        bonus_allocation,,,,,,,,,,,,,,zero
        first_day,,,,,,,,,,,,,,2026-04-01
        commission,*,,,,2026-04-01,,,,30.00,,,,,
        commission,CHN,,,,2026-03-15T00:00:00.000000Z,,,,12.5,,,,,
        tax,FRA,,,,2026-04-01,,,,20,on_net,,,,
        tax,*,,,,2026-04-01,,,,0.00,of_price,,,,
        price,JPN,coins.500,,,2026-04-01,160,JPY,,,,,,,
        price,USA,coins.500,,,2026-04-01,0.99,USD,,,,,,,
        proceeds,USA,*,,,2026-04-01,0.99,USD,0.70,,,,,,
        proceeds,KWT,coins.500,,,2026-04-01,1.505,KWD,1.054,,,,,,
        term,,,course-a,,2026-04-01,,,,,,90,,,
        account,,,,4100,2026-04-01,,,,,,,8400,"Erlöse, 19 %",
        account,,,,2100,2026-04-01,,,,,,,=2100,+x,
        commission,JPN,,,,2026-05-01,,,,none,,,,,
        """

    @Test("Every kind is read, written as it was told, and read again as nothing new")
    func roundTrip() throws {
        let report = Self.report(Self.whole)
        #expect(report.errors == [])
        #expect(report.rows.count == 18 && report.rules.zone == "Asia/Tokyo")
        let tokyo = try #require(ExportZone("Asia/Tokyo"))
        let day = try #require(CivilDate(year: 2026, month: 4, day: 1)).daysSince1970
        #expect(report.rules.firstDay == day && report.rules.policy.taxRateBP == 1_000)
        #expect(report.settings.first?.setting.validFrom == tokyo.start(ofDay: day))
        let told = report.settings.map {
            KnownSetting($0.setting, knownAt: Instant(microseconds: 1), change: 1)
        }
        let known = BooksSettings(version: 1, rules: report.rules, told)
        let written = BooksSheet.write(known, zone: tokyo)
        let again = BooksSheetReport(written, against: known, areRulesFixed: true)
        #expect(again.errors == [] && again.rows.count == 18 && again.changeCount == 0)
        // A spreadsheet runs nothing of it.
        for cell in try StrictCSV.read(Array(written.dropFirst(3))).joined() {
            #expect(!["=", "+", "-", "@"].contains(cell.prefix(1)), "\(cell)")
        }
        let texts = Set(again.rows.map(\.text))
        #expect(texts.contains("proceeds USA * 2026-04-01 0.99 USD 0.70"))
        #expect(texts.contains("proceeds KWT coins.500 2026-04-01 1.505 KWD 1.054"))
        #expect(texts.contains("commission CHN 2026-03-15T00:00:00.000000Z 12.50"))
        #expect(texts.contains("commission JPN 2026-05-01 none"))
    }

    @Test(
        "What is wrong is named with line and column, and nothing is taken of the sheet",
        arguments: [
            ("setting,storefront,valid_from,rate\ncommission,USA,2026-04-01,15.001", 2, "rate", "rate_malformed"),
            ("setting,storefront,valid_from,rate\n\ncommission,USA,2026-04-01,-1", 3, "rate", "rate_malformed"),
            ("setting,storefront,valid_from,rate\ncommission,USA,2026-04-01,1e3", 2, "rate", "rate_malformed"),
            ("setting,storefront,valid_from,rate\ncommission,USA,2026-04-01,100.01", 2, "rate", "rate_out_of_range"),
            ("setting,storefront,valid_from,rate\ncommission,US,2026-04-01,1", 2, "storefront", "storefront_unknown"),
            ("setting,storefront,valid_from,rate\ncommission,USA,2026-02-30,1", 2, "valid_from", "time_malformed"),
            ("setting,storefront,valid_from,rate\ncommission,USA,,1", 2, "valid_from", "time_malformed"),
            ("setting,storefront,valid_from,rate\nrate,USA,2026-04-01,1", 2, "setting", "setting_unknown"),
            ("setting,storefront,valid_from,rate,days\ncommission,USA,2026-04-01,1,3", 2, "days", "cell_unused"),
            ("setting,storefront,valid_from,rate\ntax,USA,2026-04-01,1", 2, "basis", "basis_unknown"),
            (
                "setting,storefront,valid_from,rate\ncommission,USA,2026-04-01,1\ncommission,USA,2026-04-01,2", 3, nil,
                "row_twice"
            ),
            ("setting,storefront,rate\ncommission,USA", 2, nil, "cell_count"),
            ("setting,colour\n", 1, "colour", "column_unknown"), ("storefront\n", 1, "setting", "column_missing"),
            ("", 1, nil, "no_header"), ("setting,value\nzone,CST", 2, "value", "zone_unknown"),
            ("setting,value\nzone,UTC\nzone,UTC", 3, nil, "row_twice"),
            ("setting,value\npresentation,both", 2, "value", "malformed"),
            ("setting,value\nfirst_day,2026-13-01", 2, "value", "malformed"),
            ("setting,value\n\"zone,UTC", 2, nil, "quotes"),
        ] as [(String, Int, String?, String)])
    func errors(text: String, line: Int, column: String?, code: String) {
        let report = Self.report(text)
        #expect(report.errors == [SheetError(line: line, column: column, code: code)])
    }

    @Test(
        "Prices are whole minor units of a currency that is known, and proceeds at most the price",
        arguments: [
            ("0.995,USD,0.70", "price", "fraction"), ("160.5,JPY,1", "price", "fraction"),
            ("0.99,XXX,0.70", "currency", "currency_unknown"),
            ("0.99,USD,1.00", "proceeds", "proceeds_more_than_price"),
            ("0,USD,0.70", "price", "not_positive"), ("1.0000,USD,0.70", "price", "amount_malformed"),
            ("0.99,USD,", "proceeds", "amount_malformed"), ("1.505,KWD,1.054", nil, nil), ("5,USD,none", nil, nil),
        ] as [(String, String?, String?)])
    func amounts(cells: String, column: String?, code: String?) {
        let head = "setting,storefront,product,valid_from,price,currency,proceeds\n"
        let report = Self.report(head + "proceeds,USA,*,2026-04-01," + cells)
        #expect(report.errors.first?.code == code && report.errors.first?.column == column)
    }

    @Test("While a period is closed the rules of the whole are refused by their line, and rates are not")
    func fixedRules() {
        let text = "setting,storefront,valid_from,rate,value\npresentation,,,,net\ncommission,*,2026-04-01,15,\n"
        let fixed = Self.report(text, areRulesFixed: true)
        #expect(fixed.errors == [SheetError(line: 2, column: "value", code: "rules_fixed")])
        let same = Self.report(text.replacing("net", with: "gross"), areRulesFixed: true)
        #expect(same.errors == [] && same.changeCount == 1)
    }

    @Test("What is changed is told with what it was")
    func before() throws {
        let setting = try BooksSetting(
            .commission(.everyOther), from: Instant(microseconds: 1_775_001_600_000_000), .rate(bp: 3_000))
        let known = BooksSettings(
            version: 1, [KnownSetting(setting, knownAt: Instant(microseconds: 1), change: 1)])
        let report = Self.report("setting,storefront,valid_from,rate\ncommission,*,2026-04-01,15\n", known)
        #expect(report.rows.map(\.effect) == [.changed(from: "commission * 2026-04-01 30.00")])
    }

    @Test(
        "Decimal numbers are read without a binary fraction",
        arguments: [
            ("0.99", 3, 990), ("1", 3, 1_000), ("1.505", 3, 1_505), ("1.5055", 3, nil), ("1.", 3, nil), (".5", 3, nil),
            ("", 3, nil), ("+1", 3, nil), ("1,5", 3, nil), ("1 000", 3, nil), ("9223372036854775807", 3, nil),
            ("15", 0, 15), ("15.0", 0, nil), ("٣", 0, nil),
        ] as [(String, Int, Int64?)])
    func decimals(text: String, decimals: Int, value: Int64?) {
        #expect(DecimalText.parse(text, decimals: decimals) == value)
    }
}
