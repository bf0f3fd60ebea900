import Testing
import WalletDomain

@Suite struct AppleReportTests {
    private typealias Samples = ReportSamples

    private func day(_ year: Int64, _ month: Int64, _ day: Int64) throws -> Int64 {
        try #require(CivilDate(year: year, month: month, day: day)).daysSince1970
    }

    @Test("Apple's published sales sample comes out: 100 at .99 bring 70.00, 50 refunded take 35.00 back")
    func publishedSales() throws {
        let report = try Samples.read([
            Samples.salesHeader,
            Samples.sale("AppOne", "100", ".70", price: ".99", type: "1F"),
            Samples.sale("InAppOne", "50", ".42", price: ".69", "GBP", country: "GB"),
            Samples.sale("AppBundleOne", "25", "2.10", price: "2.99", type: "1-B"),
            Samples.sale("AppOne", "-50", ".7", price: "-0.99", type: "1F"),
            Samples.sale("AppFree", "900", "0", price: "0", " ", type: "7"),
        ])
        #expect(report.kind == .sales && report.to == report.from)
        let day = try day(2025, 1, 15)
        #expect(report.from == day)
        #expect(report.rows.map(\.units) == [100, 50, 25, -50])
        #expect(report.rows.map(\.proceeds) == [7_000, 2_100, 5_250, -3_500])
        #expect(report.rows.map(\.group.unitPrice) == [99, 69, 299, 99])
        #expect(report.rows.map(\.group.isReturn) == [false, false, false, true])
        #expect(report.rows.map(\.mayBeCoins) == [false, true, false, false])
    }

    @Test("a financial report gives settled units and proceeds, with and without decimals of the currency")
    func financial() throws {
        let report = try Samples.read([
            Samples.financialHeader, Samples.financial("coins.100", "3", "0.70", "2.10"),
            Samples.financial("coins.100", "-1", "0.70", "-0.70", "USD", "R"),
            Samples.financial("coins.1000", "2", "1890.00", "3780.00", "JPY", country: "JP", price: "2700.00"),
            "Total_Rows\t3",
        ])
        #expect(report.kind == .financial)
        let days = [try day(2024, 12, 29), try day(2025, 2, 1)]
        #expect([report.from, report.to] == days)
        #expect(FiscalCalendar().month(from: report.from, to: report.to)?.name == "2025-04")
        #expect(report.rows.map(\.units) == [3, -1, 2])
        #expect(report.rows.map(\.proceeds) == [210, -70, 3_780])
        #expect(report.rows.map(\.group.unitPrice) == [99, 99, 2_700])
        #expect(report.rows.map(\.group.country) == ["US", "US", "JP"])
    }

    @Test("the file for all countries is read by its first lines, and its sums by country are compared")
    func allCountries() throws {
        let row = { (quantity: String, share: String) in
            "01/02/2025\t01/04/2025\t1\tcoins.100\tCoins\tExample\tIA1\tUS\t\(quantity)\t0.70\t\(share)\tUSD\t0.99\tUSD"
                + "\tS\t\t\tAmericas"
        }
        func file(_ sum: String) -> [String] {
            [
                "Vendor Name\tExample", "Start Date\t12/29/2024", "End Date\t02/01/2025", "", Samples.detailedHeader,
                row("1", "0.70"), row("2", "1.40"), "",
                "Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share", "US\tUSD\t3\t\(sum)",
            ]
        }
        let report = try Samples.read(file("2.10"))
        #expect(report.rows.map(\.group.product) == ["coins.100", "coins.100"])
        let days = [try day(2024, 12, 29), try day(2025, 2, 1)]
        #expect([report.from, report.to] == days)
        #expect(throws: AppleReportError.totalsDisagree(line: 10)) { try Samples.read(file("2.11")) }
    }

    @Test(
        "a file that is not whole is found by Apple's totals",
        arguments: [
            ("Total_Rows\t2", nil), ("Total_Rows\t3", 4), ("Total_Units\t5", nil), ("Total_Units\t4", 4),
            ("Total_Amount\t3.50", nil), ("Total_Amount\t3.51", 4), ("Total_Amount\t", 4), ("nonsense", 4),
        ] as [(String, Int?)])
    func totals(line: String, wrong: Int?) throws {
        let lines = [
            Samples.financialHeader, Samples.financial("coins.100", "2", "0.70", "1.40"),
            Samples.financial("coins.100", "3", "0.70", "2.10"),
        ]
        if line == "nonsense" {
            #expect(throws: AppleReportError.self) { try Samples.read(lines + [line]) }
        } else if let wrong {
            #expect(throws: AppleReportError.totalsDisagree(line: wrong)) { try Samples.read(lines + [line]) }
        } else {
            #expect(try Samples.read(lines + [line]).rows.count == 2)
        }
    }

    @Test("columns are found by name in any order; unknown ones say nothing, and missing ones are all named")
    func columns() throws {
        let header =
            "New Column\tCustomer Currency\tCUSTOMER PRICE\tCountry of Sale\tSale or Return\tSKU\tQuantity\t"
            + "Extended Partner Share\tPartner Share Currency\tEnd Date\tStart Date"
        let report = try Samples.read([header, "x\tUSD\t0.99\tUS\tS\tcoins.100\t1\t0.70\tUSD\t02/01/2025\t12/29/2024"])
        #expect(report.rows.first?.proceeds == 70 && report.rows.first?.type == "")
        let missing = ["Vendor Identifier", "Customer Price", "Customer Currency"]
        #expect(throws: AppleReportError.missingColumns(missing)) {
            try Samples.read([
                "Quantity\tExtended Partner Share\tPartner Share Currency\tSale or Return\tCountry of Sale"
            ])
        }
        #expect(throws: AppleReportError.missingColumns(["Currency of Proceeds", "Begin Date"])) {
            try Samples.read([
                "SKU\tUnits\tDeveloper Proceeds\tProduct Type Identifier\tCountry Code\tCustomer Price\t"
                    + "Customer Currency\tEnd Date"
            ])
        }
        #expect(throws: AppleReportError.unknownReport) { try Samples.read(["Provider\tSKU", "a\tb"]) }
        #expect(throws: AppleReportError.unknownReport) { try AppleReport.read([]) }
    }

    @Test(
        "a field that is not what its column holds is named with its line",
        arguments: [
            (Samples.financial("c", "1.5", "0.70", "0.70"), "Quantity"),
            (Samples.financial("c", "1", "0.70", "0.705"), "Extended Partner Share"),
            (Samples.financial("c", "1", "0.70", "-0.70"), "Extended Partner Share"),
            (Samples.financial("c", "1", "0.70", "0.70", "USD", "X"), "Sale or Return"),
            (Samples.financial("c", "1", "0.70", "0.70", "XXX"), "Partner Share Currency"),
            (Samples.financial("c", "1", "0.70", "0.70", priceCurrency: "usd"), "Customer Currency"),
            (Samples.financial("c", "1", "0.70", "0.70", price: "1,00"), "Customer Price"),
            (Samples.financial("c", "1", "1", "1", "JPY", price: "0.5"), "Customer Price"),
            (Samples.financial("c", "1", "0.70", "99999999999999.00"), "Extended Partner Share"),
            (Samples.financial("", "1", "0.70", "0.70"), "Vendor Identifier"),
            (Samples.financial("c", "1", "0.70", "0.70", period: ("13/29/2024", "02/01/2025")), "Start Date"),
            (Samples.financial("c", "1", "0.70", "0.70", period: ("12/29/2024", "2025-02-01")), "End Date"),
            ("12/29/2024\t02/01/2025", "Sale or Return"),
        ])
    func badFields(row: String, column: String) {
        #expect(throws: AppleReportError.badField(line: 2, column: column)) {
            try Samples.read([Samples.financialHeader, row])
        }
    }

    @Test("rows of two periods are refused, and so is a file that tells none")
    func periods() {
        #expect(throws: AppleReportError.mixedPeriods(line: 3)) {
            try Samples.read([
                Samples.salesHeader, Samples.sale("c", "1", "0.70", price: "0.99"),
                Samples.sale("c", "1", "0.70", price: "0.99", period: ("01/16/2025", "01/16/2025")),
            ])
        }
        #expect(throws: AppleReportError.mixedPeriods(line: 1)) { try Samples.read([Samples.salesHeader]) }
        #expect(throws: AppleReportError.mixedPeriods(line: 1)) { try Samples.read([Samples.financialHeader]) }
    }

    @Test("line ends of Windows and a byte-order mark change nothing; what is no text, or too long, is refused")
    func bytes() throws {
        let lines = [Samples.salesHeader, Samples.sale("c", "1.00", "0.7", price: "0.99")]
        let text = "\u{FEFF}" + lines.joined(separator: "\r\n")
        #expect(try AppleReport.read(Array(text.utf8)).rows == Samples.read(lines).rows)
        #expect(throws: AppleReportError.notText(line: 2)) {
            try AppleReport.read(Samples.bytes([Samples.salesHeader]) + [0xFF, 0x09])
        }
        let long = String(repeating: "x", count: Limits.appleReportLineBytesMax + 1)
        #expect(throws: AppleReportError.lineTooLong(line: 3)) { try Samples.read(lines + [long]) }
    }

    @Test(
        "decimals are read exactly",
        arguments: [
            ("0.70", 2, 70), (".7", 2, 70), ("-0.99", 2, -99), ("1890", 0, 1_890), ("1890.00", 0, 1_890),
            ("0.202", 3, 202), ("0.2020", 3, 202), ("0", 2, 0), ("-0", 2, 0), ("1.001", 2, nil), ("1.", 2, nil),
            ("", 2, nil), (".", 2, nil), ("-", 2, nil), ("+1", 2, nil), ("1e3", 2, nil), (" 1", 2, nil),
            ("1.2.3", 2, nil), ("١", 0, nil), ("10000000000000", 0, 10_000_000_000_000), ("10000000000001", 0, nil),
            ("99999999999999999999", 0, nil),
        ] as [(String, Int, Int64?)])
    func decimals(text: String, exponent: Int, minor: Int64?) {
        #expect(ExactDecimal.parse(text, exponent: exponent) == minor)
    }
}
