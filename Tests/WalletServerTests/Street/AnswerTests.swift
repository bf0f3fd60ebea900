import Foundation
import HTTPServer
import Testing
import WalletDomain

@testable import WalletServer

/// Golden bytes: a shape that was once answered is answered for ever, also after an upgrade.
@Suite struct AnswerTests {
    private static let wallet = WalletID(UUID(truncating: (0..<16).map { UInt8($0) }))

    private static func entry(
        _ sequence: Int64, _ kind: EntryKind, _ debit: Account, _ credit: Account, _ coins: Int64, _ lots: [LotUse],
        _ after: Balances, first: Int16? = nil, references: Entry.References = .init()
    ) -> Entry {
        Entry(
            wallet: wallet, sequence: sequence, kind: kind, debit: debit, credit: credit, coins: coins, after: after,
            lots: lots, operation: 4, caller: CallerID(1),
            first: first.map { OperationHead(idempotency: nil, entryCount: $0, shape: 1) }, references: references,
            at: Instant(microseconds: 1_774_972_799_999_000), storeAt: nil)
    }

    private static func text(_ answer: some Answer) -> String {
        let response = Rendering.response(answer, requestID: "r")
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a spend of shape 1")
    func spend() throws {
        let references = Entry.References(item: try ItemID("course-a"), quantity: 2, unitPrice: 150, priceVersion: 3)
        let entries = [
            Self.entry(
                4, .spent, .promo, .spent, 100, [LotUse(lot: 2, coins: 100, usedBefore: 0)],
                Balances(paid: 500, bonus: 10, promo: 0, held: 5, debt: 0), first: 2, references: references),
            Self.entry(
                5, .spent, .paid, .spent, 200, [LotUse(lot: 1, coins: 200, usedBefore: 0)],
                Balances(paid: 300, bonus: 10, promo: 0, held: 5, debt: 0), references: references),
        ]
        #expect(
            Self.text(try SpendAnswer(entries)) == """
                {"spend":"spd_000102030405060708090a0b0c0d0e0f_4","item":"course-a","quantity":2,"unit_price":150,\
                "price_version":3,"coins":300,"lots":[{"lot":"2","kind":"promo","coins":100},\
                {"lot":"1","kind":"paid","coins":200}],"balance":{"available":305,"paid":300,"bonus":10,"promo":0,\
                "held":5,"debt":0},"version":5,"at":"2026-03-31T15:59:59.999000Z"}
                """)
    }

    @Test("a grant of shape 1")
    func grant() throws {
        let entry = Self.entry(
            4, .granted, .granted, .promo, 50, [LotUse(lot: 9, coins: 50, usedBefore: 0)],
            Balances(paid: 0, bonus: 0, promo: 50, held: 0, debt: 0), first: 1)
        #expect(
            Self.text(try GrantAnswer([entry])) == """
                {"grant":"grt_000102030405060708090a0b0c0d0e0f_4","coins":50,"lot":"9","balance":{"available":50,\
                "paid":0,"bonus":0,"promo":50,"held":0,"debt":0},"version":4,"at":"2026-03-31T15:59:59.999000Z"}
                """)
    }

    @Test("an undo of shape 1, with coins that expired, a debt that was met and an ownership that ended")
    func undo() throws {
        let about = Entry.References(item: try ItemID("course-a"), refersTo: 2)
        var entries = [
            Self.entry(
                4, .undone, .spent, .paid, 200, [LotUse(lot: 1, coins: 200, usedBefore: 200)],
                Balances(paid: 500, bonus: 0, promo: 0, held: 0, debt: 40), first: 5, references: about),
            Self.entry(
                5, .undone, .spent, .promo, 100,
                [LotUse(lot: 3, coins: 60, usedBefore: 60), LotUse(lot: 2, coins: 40, usedBefore: 40)],
                Balances(paid: 500, bonus: 0, promo: 100, held: 0, debt: 40), references: about),
            Self.entry(
                6, .expired, .promo, .expired, 60, [LotUse(lot: 3, coins: 60, usedBefore: 0)],
                Balances(paid: 500, bonus: 0, promo: 40, held: 0, debt: 40), first: 1, references: about),
            Self.entry(
                7, .debtSettled, .paid, .debt, 40, [LotUse(lot: 1, coins: 40, usedBefore: 0)],
                Balances(paid: 460, bonus: 0, promo: 40, held: 0, debt: 0), first: 1, references: about),
            Self.entry(
                8, .ownershipEnded, .spent, .promo, 0, [],
                Balances(paid: 460, bonus: 0, promo: 40, held: 0, debt: 0), first: 1, references: about),
        ]
        #expect(
            Self.text(try UndoAnswer(entries)) == """
                {"undo":"und_000102030405060708090a0b0c0d0e0f_4","spend":"spd_000102030405060708090a0b0c0d0e0f_2",\
                "item":"course-a","coins":300,"lots":[{"lot":"1","kind":"paid","coins":200},\
                {"lot":"3","kind":"promo","coins":60,"expired":60},{"lot":"2","kind":"promo","coins":40}],\
                "expired":60,"debt_met":40,"ownership_ended":true,"balance":{"available":500,"paid":460,"bonus":0,\
                "promo":40,"held":0,"debt":0},"version":8,"at":"2026-03-31T15:59:59.999000Z"}
                """)
        entries[0].first?.shape = 2
        #expect(throws: WalletError.internalError) { try UndoAnswer(entries) }
    }

    @Test("entries of another operation or of a shape from the future are no answer")
    func foreign() {
        var entry = Self.entry(4, .granted, .granted, .promo, 50, [], .zero, first: 1)
        #expect(throws: WalletError.internalError) { try SpendAnswer([entry]) }
        entry.first?.shape = 2
        #expect(throws: WalletError.internalError) { try GrantAnswer([entry]) }
        #expect(throws: WalletError.internalError) { try SpendAnswer([]) }
    }

    @Test("an ETag holds as long as the bytes do; 304 has no body")
    func entityTag() {
        struct Cached: Answer {
            let text: String
            var maxAgeSeconds: Int64? { 5 }
            func write(to object: inout JSONWriter) { object.member("text", text) }
        }
        let first = Rendering.response(Cached(text: "a"), requestID: "r")
        let tag = first.headers.first { $0.0 == "ETag" }?.1
        #expect(tag != nil)
        #expect(Rendering.response(Cached(text: "a"), requestID: "r", ifNoneMatch: tag).status == 304)
        #expect(
            Rendering.response(Cached(text: "a"), requestID: "r", ifNoneMatch: "\"x\", W/\(tag ?? "")").status == 304)
        #expect(Rendering.response(Cached(text: "a"), requestID: "r", ifNoneMatch: "*").status == 304)
        #expect(Rendering.response(Cached(text: "b"), requestID: "r", ifNoneMatch: tag).status == 200)
    }
}
