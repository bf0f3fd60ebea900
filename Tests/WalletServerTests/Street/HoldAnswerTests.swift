import Foundation
import HTTPServer
import Testing
import WalletDomain

@testable import WalletServer

/// Golden bytes of what calls about holds answer: a shape that was once answered is answered for ever.
@Suite struct HoldAnswerTests {
    private static let wallet = WalletID(UUID(truncating: (0..<16).map { UInt8($0) }))

    private static func entry(
        _ sequence: Int64, _ kind: EntryKind, _ debit: Account, _ credit: Account, _ uses: [LotUse],
        _ after: Balances, operation: Int64, first: Int16? = nil, references: Entry.References = .init()
    ) -> Entry {
        let coins = kind.isAboutHolds ? 0 : uses.reduce(0) { $0 + $1.coins }
        return Entry(
            wallet: wallet, sequence: sequence, kind: kind, debit: debit, credit: credit, coins: coins, after: after,
            lots: uses, operation: operation, caller: CallerID(1),
            first: first.map { OperationHead(idempotency: nil, entryCount: $0, shape: 1) }, references: references,
            at: Instant(microseconds: 1_774_972_799_999_000), storeAt: nil)
    }

    private static func use(_ lot: Int32, _ coins: Int64) -> LotUse { LotUse(lot: lot, coins: coins, usedBefore: 0) }

    private static func after(paid: Int64, promo: Int64 = 0, held: Int64 = 0, debt: Int64 = 0) -> Balances {
        Balances(paid: paid, bonus: 0, promo: promo, held: held, debt: debt)
    }

    private static func text(_ answer: some Answer) -> String {
        guard case .bytes(let bytes) = Rendering.response(answer, requestID: "r").body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a hold of shape 1")
    func hold() throws {
        let references = Entry.References(
            item: try ItemID("course-a"), quantity: 1, unitPrice: 150, priceVersion: 3,
            expiresAt: Instant(microseconds: 1_774_973_699_999_000))
        let entries = [
            Self.entry(
                4, .held, .promo, .spent, [Self.use(2, 100)], Self.after(paid: 500, promo: 100, held: 100),
                operation: 4, first: 2, references: references),
            Self.entry(
                5, .held, .paid, .spent, [Self.use(1, 50)], Self.after(paid: 500, promo: 100, held: 150),
                operation: 4, references: references),
        ]
        #expect(
            Self.text(try HoldAnswer(entries)) == """
                {"hold":"hld_000102030405060708090a0b0c0d0e0f_4","item":"course-a","quantity":1,"unit_price":150,\
                "price_version":3,"coins":150,"lots":[{"lot":"2","kind":"promo","coins":100},\
                {"lot":"1","kind":"paid","coins":50}],"expires_at":"2026-03-31T16:14:59.999000Z",\
                "balance":{"available":450,"paid":500,"bonus":0,"promo":100,"held":150,"debt":0},"version":5,\
                "at":"2026-03-31T15:59:59.999000Z"}
                """)
    }

    @Test("a capture of a part, of shape 1, with what followed from it; the spend as it is read later")
    func capture() throws {
        let references = Entry.References(refersTo: 4)
        let entries = [
            Self.entry(
                9, .spent, .promo, .spent, [Self.use(2, 60)], Self.after(paid: 50, promo: 40, held: 90, debt: 20),
                operation: 9, first: 4, references: references),
            Self.entry(
                10, .holdReleased, .spent, .promo, [Self.use(2, 40)],
                Self.after(paid: 50, promo: 40, held: 50, debt: 20),
                operation: 10, first: 2, references: references),
            Self.entry(
                11, .holdReleased, .spent, .paid, [Self.use(1, 50)], Self.after(paid: 50, promo: 40, debt: 20),
                operation: 10, references: references),
            Self.entry(
                12, .expired, .promo, .expired, [Self.use(2, 40)], Self.after(paid: 50, debt: 20), operation: 12,
                first: 1),
            Self.entry(
                13, .debtSettled, .paid, .debt, [Self.use(1, 20)], Self.after(paid: 30), operation: 13, first: 1),
        ]
        let balance = """
            "balance":{"available":30,"paid":30,"bonus":0,"promo":0,"held":0,"debt":0},"version":13,\
            "at":"2026-03-31T15:59:59.999000Z"}
            """
        #expect(
            Self.text(try HoldEndAnswer(entries)) == """
                {"hold":"hld_000102030405060708090a0b0c0d0e0f_4","spend":"spd_000102030405060708090a0b0c0d0e0f_9",\
                "coins":60,"lots":[{"lot":"2","kind":"promo","coins":60}],"released":90,"expired":40,"debt_met":20,
                """ + balance)
        #expect(
            Self.text(try SpendAnswer(entries)) == """
                {"spend":"spd_000102030405060708090a0b0c0d0e0f_9","hold":"hld_000102030405060708090a0b0c0d0e0f_4",\
                "coins":60,"lots":[{"lot":"2","kind":"promo","coins":60}],
                """ + balance)
    }

    @Test("a release of shape 1")
    func release() throws {
        let references = Entry.References(item: try ItemID("course-a"), quantity: 1, unitPrice: 50, refersTo: 4)
        let entry = Self.entry(
            9, .holdReleased, .spent, .paid, [Self.use(1, 50)], Self.after(paid: 80), operation: 9, first: 1,
            references: references)
        #expect(
            Self.text(try HoldEndAnswer([entry])) == """
                {"hold":"hld_000102030405060708090a0b0c0d0e0f_4","item":"course-a","quantity":1,"unit_price":50,\
                "released":50,"expired":0,"debt_met":0,"balance":{"available":80,"paid":80,"bonus":0,"promo":0,\
                "held":0,"debt":0},"version":9,"at":"2026-03-31T15:59:59.999000Z"}
                """)
    }

    @Test("a spend that captures nothing, a hold's end by itself and shapes from the future are no answer")
    func foreign() {
        var entry = Self.entry(4, .spent, .paid, .spent, [], .zero, operation: 4, first: 1)
        #expect(throws: WalletError.internalError) { try HoldEndAnswer([entry]) }
        entry.references.refersTo = 2
        entry.first?.shape = 2
        #expect(throws: WalletError.internalError) { try HoldEndAnswer([entry]) }
        entry.first?.shape = 1
        entry.kind = .holdExpired
        #expect(throws: WalletError.internalError) { try HoldEndAnswer([entry]) }
        #expect(throws: WalletError.internalError) { try HoldAnswer([entry]) }
    }
}
