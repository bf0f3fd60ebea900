import Testing
import WalletDomain
import WalletLedger

/// Publications as history: rolled back to, and told in the audit log exactly as they happened (case P-4, INV-12).
@Suite(.serialized) struct CatalogueHistoryTests {
    let admin = CallerID(3)

    @Test("Rolled back, everything is planned as when that publication was written, as a new version")
    func rollsBack() async throws {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        for (item, price) in [("a", Int64(100)), ("b", 200)] { try await fixture.addItem(item, price: price) }
        var states = [try await plans(catalogue)]
        func publish(_ changes: [DraftedChange]) async throws {
            let draft = try await Changes.draft(changes, catalogue)
            _ = try await catalogue.publish(
                draft: draft.number, at: nil, expected: draft.version, .confirmed()
            ).get()
            states.append(try await plans(catalogue))
        }
        try await publish([Changes.price("a", 120)])
        let start = try await catalogue.database.time().adding(milliseconds: 3_600_000)
        var sale = ItemChange()
        sale.title = "On sale"
        sale.prices = [
            NewPrice(
                layer: .sale, price: try CoinAmount(150), isFree: false, from: start,
                to: start.adding(milliseconds: 3_600_000))
        ]
        try await publish([DraftedChange(item: ItemID("b"), change: sale)])
        var new = ItemChange()
        (new.title, new.kind, new.status) = ("New", .once, .published)
        try await publish([DraftedChange(item: ItemID("c"), change: new), Changes.price("a", 80)])
        for earlier in [2, 0, 3, 1] as [Int64] {
            let version = try await catalogue.version()
            let done = try await catalogue.rollBack(to: earlier, at: nil, .confirmed(expected: version)).get()
            #expect(done.publication.number == version + 1 && done.publication.restores == earlier)
            try compare(try await plans(catalogue), states[Int(earlier)], from: done.publication.at)
        }
        #expect(try await catalogue.publications().map(\.number) == [7, 6, 5, 4, 3, 2, 1])
        #expect(try await catalogue.prices(of: ItemID("a")).count >= 4)
        let stale = try await catalogue.rollBack(to: 1, at: nil, .confirmed(expected: 3))
        guard case .changedMeanwhile(_, version: 7)? = stale.refusal else {
            Issue.record("a stale rollback was not refused")
            return
        }
        #expect(try await catalogue.rollBack(to: 8, at: nil, .confirmed()).refusal == .publicationNotFound)
        #expect(try await catalogue.rollBack(to: 7, at: nil, .confirmed()).refusal == .nothingToPublish)
    }

    private func plans(_ catalogue: Catalogue) async throws -> [ItemID: ItemPlan] {
        Dictionary(uniqueKeysWithValues: try await catalogue.allItems().items.map { ($0.offer.item, $0.plan) })
    }

    /// The same details and states, and the same prices at every hour for two days. What was not there is archived.
    private func compare(
        _ now: [ItemID: ItemPlan], _ earlier: [ItemID: ItemPlan], from moment: Instant
    ) throws {
        for (item, plan) in now {
            guard let wanted = earlier[item] else {
                #expect(plan.status == .archived && plan.price(at: moment) == nil)
                continue
            }
            #expect(plan.details == wanted.details && plan.status == wanted.status)
            for minute in stride(from: 0, to: 2_880, by: 10) {
                let at = moment.adding(milliseconds: Int64(minute) * 60_000)
                #expect(plan.price(at: at) == wanted.price(at: at))
            }
        }
    }

    @Test("INV-12: every row that an admin changed and its audit row were written by one transaction")
    func audits() async throws {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        let keys = KeyStore(fixture.database)
        let caller = try await keys.caller(named: "Anna")
        let terms = ChangeTerms(
            caller: caller, origin: "192.0.2.7", reason: "spring", isConfirmed: true)
        let item = try ItemID("a")
        _ = try await catalogue.putItem(
            item, details: ItemDetails(title: "A"), kind: .once, status: .published, terms
        ).get()
        let draft = try PriceDraft(
            item: item, layer: .regular, price: CoinAmount(120), isFree: false, from: nil, to: nil)
        _ = try await catalogue.addPrice(draft, terms).get()
        let change = try await Changes.draft([Changes.price("a", 150)], catalogue)
        _ = try await catalogue.publish(draft: change.number, at: nil, expected: change.version, terms).get()
        _ = try await catalogue.rollBack(to: 2, at: nil, terms).get()
        let pack = PackDraft(
            id: try PackID("p"), bundle: "com.example", product: "p", title: "P", coins: try CoinAmount(5),
            bonus: .zero)
        _ = try await catalogue.putPack(pack, terms).get()
        _ = try await catalogue.putPack(pack, terms).get()
        let rows = try await fixture.texts(
            "SELECT action || ' ' || coalesce(publication || ' ' || item, pack) FROM audit_log ORDER BY at, publication"
        )
        #expect(rows == ["put_item 1 a", "add_price 2 a", "publish_draft 3 a", "roll_back 4 a", "put_pack p"])
        try await expectSameTransactions(fixture)
        let told = try await fixture.texts(
            """
            SELECT DISTINCT c.name || ' ' || remark || ' ' || origin FROM audit_log JOIN callers c USING (caller)
            """)
        #expect(told == ["Anna spring 192.0.2.7"])
        let change2 = try await fixture.texts(
            """
            SELECT (before->'prices'->0->>'price') || ' ' || (after->'prices'->1->>'price') FROM audit_log
            WHERE publication = 3
            """)
        #expect(change2 == ["120 150"])
    }

    /// Prices that were added, the newest state of items, publications: each has its audit row with the same xmin.
    private func expectSameTransactions(_ fixture: StoreFixture) async throws {
        let lonely = try await fixture.texts(
            """
            SELECT 'price ' || p.version FROM item_prices p WHERE NOT EXISTS (
                SELECT FROM audit_log a WHERE a.item = p.item AND a.publication = p.publication)
            UNION ALL SELECT 'publication ' || p.publication FROM publications p WHERE NOT EXISTS (
                SELECT FROM audit_log a WHERE a.publication = p.publication AND a.xmin = p.xmin)
            UNION ALL SELECT 'audit ' || a.publication FROM audit_log a WHERE a.item IS NOT NULL AND NOT EXISTS (
                SELECT FROM publication_items i WHERE i.publication = a.publication AND i.item = a.item
                    AND i.xmin = a.xmin AND i.after = a.after AND i.before IS NOT DISTINCT FROM a.before)
            UNION ALL SELECT 'item ' || i.item FROM items i WHERE NOT EXISTS (
                SELECT FROM audit_log a WHERE a.item = i.item AND a.publication = i.publication AND a.xmin = i.xmin)
            """)
        #expect(lonely == [])
    }

    @Test("P-4: a change that fails in the database after its audit row leaves neither")
    func failsWhole() async throws {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        try await fixture.addItem("a", price: 120)
        try await fixture.execute(
            "ALTER TABLE catalogue ADD CONSTRAINT broken CHECK (version = 0)")
        let draft = try PriceDraft(
            item: ItemID("a"), layer: .regular, price: CoinAmount(130), isFree: false, from: nil, to: nil)
        await #expect(throws: WalletError.internalError) {
            _ = try await catalogue.addPrice(draft, .confirmed())
        }
        #expect(try await fixture.texts("SELECT count(*) FROM audit_log") == ["0"])
        #expect(try await fixture.texts("SELECT count(*) FROM item_prices") == ["1"])
        #expect(try await fixture.texts("SELECT count(*) FROM item_prices WHERE valid_to IS NULL") == ["1"])
        #expect(try await fixture.texts("SELECT count(*) FROM publications") == ["0"])
    }

    @Test("P-4: with the version that the caller saw a stale change is refused and told what changed")
    func stale() async throws {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        try await fixture.addItem("a", price: 120)
        func draft(_ coins: Int64) throws -> PriceDraft {
            try PriceDraft(
                item: ItemID("a"), layer: .regular, price: CoinAmount(coins), isFree: false, from: nil, to: nil)
        }
        let drafts = [try draft(150), try draft(130)]
        let sibling = try await fixture.siblingCatalogue()
        async let one = catalogue.addPrice(drafts[0], .careful(expected: 0))
        async let two = sibling.addPrice(drafts[1], .careful(expected: 0))
        let results = [try await one, try await two]
        #expect(results.count { $0.refusal == nil } == 1)
        guard case .changedMeanwhile(let traces, version: 1)? = results.compactMap(\.refusal).first else {
            Issue.record("the second was not told")
            return
        }
        #expect(traces.map(\.publication) == [1])
        let mistyped = try await catalogue.addPrice(draft(13), .careful(expected: 1))
        guard case .confirmLargeChange? = mistyped.refusal else {
            Issue.record("13 instead of 130 was taken")
            return
        }
    }
}
