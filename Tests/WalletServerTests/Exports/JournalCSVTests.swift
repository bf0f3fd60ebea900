import Testing
import WalletDomain
import WalletLedger
import WalletServer

@Suite struct JournalCSVTests {
    @Test(
        "X-3: the customer's price has the decimals of its currency, exactly",
        arguments: [
            (9_990, "USD", "9.99"), (160_000, "JPY", "160"), (1_500, "KWD", "1.500"), (14_970, "EUR", "14.97"),
            (0, "USD", "0.00"), (0, "JPY", "0"), (9_995, "USD", "9.995"), (160_500, "JPY", "160.5"),
            (1, "KWD", "0.001"),
            (1_234, "CLF", "1.2340"), (50, "EUR", "0.05"), (-990, "USD", "-0.99"),
            (.max, "USD", "9223372036854775.807"),
            (.min, "JPY", "-9223372036854775.808"), (1_000, "XXX", "1.00"),
        ] as [(Int64, String, String)])
    func prices(milliunits: Int64, currency: String, text: String) throws {
        let sale = ExportSamples.sale(price: StorePrice(milliunits: milliunits, currency: currency))
        let record = try ExportSamples.records([sale])[0]
        #expect(record["customer_price"] == text)
        #expect(record["customer_currency"] == currency)
    }

    @Test("X-3: a price that Apple did not tell is empty and marked unknown, not 0")
    func unknownPrice() throws {
        let record = try ExportSamples.records([ExportSamples.sale(price: nil)])[0]
        #expect(record["customer_price"] == "" && record["customer_currency"] == "unknown")
        #expect(record["paid"] == "1000")
    }

    @Test("The price stands once a purchase: bonus coins of the pack and spends have none")
    func priceOnce() throws {
        var bonus = ExportSamples.sale()
        (bonus.sequence, bonus.debit, bonus.credit, bonus.price) = (2, .bonusIssued, .bonus, nil)
        let records = try ExportSamples.records([ExportSamples.sale(), bonus, ExportSamples.spend()])
        #expect(records.map { $0["customer_price"] } == ["9.99", "", ""])
        #expect(records.map { $0["customer_currency"] } == ["USD", "", ""])
    }

    @Test("One line a lot; balances run from line to line and end at the entry's")
    func linesRun() throws {
        var spend = ExportSamples.spend()
        (spend.coins, spend.lots, spend.lotCoins) = (288, [3, 7, 12], [100, 100, 88])
        spend.after = Balances(paid: 12, bonus: 5, promo: 6, held: 0, debt: 0)
        let records = try ExportSamples.records([spend])
        #expect(records.map { $0["lot"] } == ["3", "7", "12"])
        #expect(records.map { $0["paid"] } == ["-100", "-100", "-88"])
        #expect(records.map { $0["balance_paid"] } == ["200", "100", "12"])
        #expect(records.allSatisfy { $0["balance_bonus"] == "5" && $0["balance_promo"] == "6" })
        #expect(records.allSatisfy { $0["bonus"] == "0" && $0["promo"] == "0" && $0["debt"] == "0" })
    }

    @Test(
        "Each user account's change stands in its column with the user's sign; debt is owed",
        arguments: [
            (.sold, .paid, ["7", "0", "0", "0"]), (.bonusIssued, .bonus, ["0", "7", "0", "0"]),
            (.granted, .promo, ["0", "0", "7", "0"]), (.promo, .expired, ["0", "0", "-7", "0"]),
            (.bonus, .spent, ["0", "-7", "0", "0"]), (.debt, .clawedBack, ["0", "0", "0", "7"]),
            (.paid, .debt, ["-7", "0", "0", "-7"]),
        ] as [(Account, Account, [String])])
    func signs(debit: Account, credit: Account, changes: [String]) throws {
        var row = ExportSamples.spend()
        (row.debit, row.credit, row.coins, row.lotCoins) = (debit, credit, 7, [7])
        row.after = Balances(paid: 50, bonus: 60, promo: 70, held: 0, debt: 80)
        let record = try ExportSamples.records([row])[0]
        #expect(["paid", "bonus", "promo", "debt"].map { record[$0] } == changes.map(Optional.some))
        let balances = ["balance_paid", "balance_bonus", "balance_promo", "balance_debt"].map { record[$0] }
        #expect(balances == ["50", "60", "70", "80"])
    }

    @Test("A free spend is one line without a lot")
    func free() throws {
        var spend = ExportSamples.spend()
        (spend.coins, spend.lots, spend.lotCoins, spend.debit) = (0, [], [], .promo)
        let records = try ExportSamples.records([spend])
        #expect(records.count == 1)
        #expect(records[0]["lot"] == "" && records[0]["promo"] == "0" && records[0]["balance_paid"] == "712")
    }

    @Test("The pseudonym is the first 8 bytes of SHA-256 over user_ref and the wallet")
    func pseudonym() throws {
        // printf 'user_ref\x01\x23…\xef' | sha256sum
        let record = try ExportSamples.records([ExportSamples.sale()])[0]
        #expect(record["user_ref"] == "u_5e7cf0b66b7057d4")
        #expect(record["wallet"] == "01234567-89ab-4def-8123-456789abcdef")
    }

    @Test("Golden file: header, a sale with bonus, a spend over two lots, a free spend, an expiry, totals")
    func golden() throws {
        var bonus = ExportSamples.sale()
        (bonus.sequence, bonus.debit, bonus.credit, bonus.price) = (2, .bonusIssued, .bonus, nil)
        (bonus.coins, bonus.lots, bonus.lotCoins, bonus.after.bonus) = (50, [2], [50], 50)
        var spend = ExportSamples.spend(sequence: 3)
        (spend.coins, spend.lots, spend.lotCoins) = (288, [1, 4], [200, 88])
        spend.after.bonus = 50
        var free = ExportSamples.spend("free", sequence: 4)
        (free.debit, free.coins, free.lots, free.lotCoins, free.after) = (.promo, 0, [], [], spend.after)
        var expiry = ExportSamples.spend(sequence: 5)
        (expiry.kind, expiry.debit, expiry.credit, expiry.item) = (.expired, .promo, .expired, nil)
        (expiry.coins, expiry.lots, expiry.lotCoins, expiry.after) = (9, [5], [9], spend.after)
        let rows = [ExportSamples.sale(), bonus, spend, free, expiry]
        var csv = JournalCSV(.plain, zone: try #require(ExportZone("Asia/Shanghai")))
        csv.header()
        for row in rows { csv.append(row) }
        csv.appendTotals(csv.totals)
        #expect(String(decoding: csv.bytes, as: UTF8.self) == Self.goldenLines.map { $0 + "\r\n" }.joined())
    }

    private static let goldenLines = [
        "user_ref,wallet,lot,seq,at,kind,paid,bonus,promo,debt,balance_paid,balance_bonus,balance_promo,balance_debt,"
            + "reference,course_or_product,customer_price,customer_currency,local_date",
        "\(who),1,1,\(when),sold,1000,0,0,0,1000,0,0,0,2000000123456789,com.example.coins.1000,9.99,USD,2026-03-31",
        "\(who),2,2,\(when),sold,0,50,0,0,1000,50,0,0,2000000123456789,com.example.coins.1000,,,2026-03-31",
        "\(who),1,3,\(when),spent,-200,0,0,0,800,50,0,0,\(spend)_3,course-a,,,2026-03-31",
        "\(who),4,3,\(when),spent,-88,0,0,0,712,50,0,0,\(spend)_3,course-a,,,2026-03-31",
        "\(who),,4,\(when),spent,0,0,0,0,712,50,0,0,\(spend)_4,free,,,2026-03-31",
        "\(who),5,5,\(when),expired,0,0,-9,0,712,50,0,0,exp_0123456789ab4def8123456789abcdef_5,,,,2026-03-31",
        ",,,6,,total:lines,712,50,-9,0,,,,,,,,,",
        ",,,2,,total:paid,712,0,0,0,,,,,,,,,",
        ",,,1,,total:bonus,0,50,0,0,,,,,,,,,",
        ",,,2,,total:promo,0,0,-9,0,,,,,,,,,",
        ",,,1,,total:sold,1000,0,0,0,,,,,,,,,",
        ",,,1,,total:bonus_issued,0,50,0,0,,,,,,,,,",
        ",,,2,,total:spent,-288,0,0,0,,,,,,,,,",
        ",,,1,,total:expired,0,0,-9,0,,,,,,,,,",
        ",,,1,,total:customer_price,0,0,0,0,,,,,,,9.99,USD,",
    ]
    private static let who = "u_5e7cf0b66b7057d4,01234567-89ab-4def-8123-456789abcdef"
    private static let when = "2026-03-31T15:59:59.999000Z"
    private static let spend = "spd_0123456789ab4def8123456789abcdef"

    @Test("Sums of each currency are exact and apart; sales of unknown price are counted, not added")
    func totalsOfPrices() throws {
        let prices: [StorePrice?] = [
            .init(milliunits: 9_990, currency: "USD"), .init(milliunits: 160_000, currency: "JPY"), nil,
            .init(milliunits: 20, currency: "USD"), nil,
        ]
        var csv = JournalCSV(.plain, zone: .utc)
        csv.header()
        for price in prices { csv.append(ExportSamples.sale(price: price)) }
        csv.appendTotals(csv.totals)
        let rows = try StrictCSV.read(csv.bytes).filter { $0[5] == "total:customer_price" }
        #expect(
            rows.map { [$0[3], $0[16], $0[17]] } == [
                ["1", "160", "JPY"], ["2", "10.01", "USD"], ["2", "", "unknown"],
            ])
    }
}
