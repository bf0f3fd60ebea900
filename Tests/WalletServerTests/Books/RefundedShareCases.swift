import Foundation
import HTTPClient
import Postgres
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Apple's money moves and no coin does: the journal tells the share, and the books follow it.
@Suite(.serialized) struct RefundedShareCases {
    /// A user who bought 500 coins for 50.00 CNY, of which the books expect 42.50.
    private struct Shop {
        let service: ServiceFixture
        let user = ServiceFixture.unique("reader")
        let key: StoreTransaction.Key

        init() async throws {
            service = try await ServiceFixture()
            let product = try await service.addPack(ServiceFixture.unique("coins500"), coins: 500)
            let transaction = ServiceFixture.transactionID()
            key = StoreTransaction.Key(environment: .production, id: try TransactionID(transaction))
            let proof = try service.purchase(product, transactionID: transaction) {
                $0.price = 50_000
                $0.currency = "CNY"
            }
            #expect(try await service.submit(proof, for: user).states == ["credited"])
            try await service.tellBooks([
                (.commission(.everyOther), .rate(bp: 1_500)), (.tax(.everyOther), .tax(.ofPrice(bp: 0))),
            ])
        }

        /// All coins, taken away for cause by two people.
        func forfeit() async throws {
            let second = try await service.makeKey([.support])
            let asked = try await service.act("wallets/\(user)/forfeits", #"{"all":true,"reason":"stolen card"}"#)
            let done = try await service.approve(try #require(asked.text("approval")), key: second)
            #expect(done.status == 200)
        }

        /// Apple's newest word; nil: nothing is refunded any more.
        func hear(_ percentMilli: Int?, after seconds: Int64) async throws {
            let at = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) + seconds * 1_000)
            let revocation = percentMilli.map { Revocation(at: at, type: nil, percentageMilli: $0) }
            let wallet = try #require(try await service.ledger.transactions.find(key)?.owner)
            let refund = RefundPurchase(
                key: key, word: StoreWord(signedAt: at, revocation: revocation), policy: .debt)
            let outcome = try await service.ledger.writer.run(
                Command(
                    wallet: wallet, environment: .production, caller: CallerID(1), idempotency: nil,
                    action: .refund(refund)))
            guard case .done = outcome else {
                Issue.record("the word did nothing: \(outcome)")
                return
            }
        }

        /// What accounts of money hold at the end of the month.
        func closing() async throws -> [String: String] {
            let rows = try await service.rows("trial_balance", "period=" + BooksMonth.current.text)
            return Dictionary(
                rows.filter { $0["unit"] == "CNY" && $0["closing"] != "0" }
                    .map { ($0["account"] ?? "", $0["closing"] ?? "") }
            ) { first, _ in first }
        }

        /// What became of the sale.
        func status() async throws -> [String?] {
            try await service.rows("sales_register", "period=" + BooksMonth.current.text).map { $0["status"] }
        }

        /// What the equations, the programs of others and the check of the rows find.
        func requireWhole() async throws {
            let exporter = service.ledger.reports
            let report = try await BooksCheck(try await exporter.everything(.production), namedMax: 10).check()
            #expect(try await PlainTextCheck(exporter, ask: BooksJudge.ask).check(report, .production).findings == [])
            let settings = LedgerSettings.export(conninfo: service.database.serviceConninfo)
            let rows = try await Verifier(settings, namedMax: 10).run()
            #expect(rows.findings.named == [])
        }
    }

    @Test("a refund of coins that were all taken away for cause takes the money back, and its reversal gives it again")
    func allForfeited() async throws {
        let shop = try await Shop()
        try await shop.forfeit()
        let before = try await shop.closing()
        #expect(before["1100"] == "4250" && before["2100"] == nil)
        try await shop.hear(100_000, after: 1)
        let refunded = try await shop.closing()
        #expect(refunded["1100"] == nil && refunded["4900"] == "5000")
        let register = try await shop.service.rows("refund_register", "period=" + BooksMonth.current.text)
        #expect(register.count == 1 && register[0]["coins"] == "0", "\(register)")
        #expect(try await shop.status() == ["refunded"])
        try await shop.requireWhole()
        try await shop.hear(nil, after: 2)
        #expect(try await shop.closing() == before)
        #expect(try await shop.status() == ["reversed"])
        try await shop.requireWhole()
    }

    @Test("the register knows a refund of the wallet that was merged away, and one after it, of the same sale")
    func merged() async throws {
        let shop = try await Shop()
        try await shop.hear(50_000, after: 1)
        let account = ServiceFixture.unique("account")
        _ = try await shop.service.grant(1, to: account)
        let merged = try await shop.service.call(
            .post, "/v1/users/\(shop.user)/merge", #"{"into":"\#(account)"}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("merge"))])
        #expect([200, 202].contains(merged.status))
        let query = "period=" + BooksMonth.current.text
        let half = try await shop.service.rows("sales_register", query)
        #expect(half.map { $0["status"] } == ["part_refunded"] && half.map { $0["refunded_coins"] } == ["250"])
        try await shop.hear(100_000, after: 2)
        let whole = try await shop.service.rows("sales_register", query)
        #expect(whole.map { $0["status"] } == ["refunded"] && whole.map { $0["refunded_coins"] } == ["500"])
        try await shop.requireWhole()
    }

    @Test("a share that rounds to no coin is told to the books, to the app and in the statement")
    func noCoin() async throws {
        let shop = try await Shop()
        try await shop.hear(80, after: 1)
        // 0.08 % of 50.00 is 0.04, of 500 coins none.
        let closing = try await shop.closing()
        #expect(closing["4900"] == "4" && closing["2100"] == "-5000")
        #expect(try await shop.status() == ["part_refunded"])
        #expect(try await shop.service.wallet(shop.user).number("paid") == 500)
        let entries = try await shop.service.get("/v1/wallets/\(shop.user)/entries").list("entries")
        #expect(try entries.contains { try $0.text("kind") == "refunded" && $0.integer("coins") == 0 })
        #expect(try await shop.service.get("/v1/events").status == 200)
        #expect(try await shop.service.get("/v1/wallets/\(shop.user)/statement").status == 200)
        try await shop.requireWhole()
    }
}
