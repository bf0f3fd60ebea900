import Testing
import WalletDomain
import WalletLedger

/// As many items in one publication as a draft may hold: all of them or none, in force at one moment, each recorded.
@Suite struct LargePublicationTests {
    private static let count = Limits.draftItemsMax

    private func changes(_ number: Int64, titled title: String? = nil) throws -> [DraftedChange] {
        try (0..<Self.count).map { item in
            let drafted = try Changes.price("item-\(item)", number * 10_000 + Int64(item))
            guard let title else { return drafted }
            var change = drafted.change
            change.title = title
            return DraftedChange(item: drafted.item, change: change)
        }
    }

    private func fixture() async throws -> StoreFixture {
        let fixture = try await StoreFixture()
        try await fixture.execute(
            """
            INSERT INTO items
            SELECT 'item-' || n, 'Title', 2, 2, 'epoch', 1 FROM generate_series(0, \(Self.count - 1)) n;
            INSERT INTO item_prices
            SELECT 'item-' || n, 1, 1, 10, false, 'epoch', NULL, 'epoch', 1 FROM generate_series(0, \(Self.count - 1)) n
            """)
        return fixture
    }

    @Test("2,000 items change at one moment, are changed again later, and rolled back; each is recorded and chained")
    func changesAll() async throws {
        let fixture = try await fixture()
        let catalogue = fixture.catalogue()
        let first = try await publish(try changes(1), at: nil, catalogue)
        #expect(first.differences.count == Self.count)
        let wrong = try await fixture.texts(
            """
            SELECT i.item FROM items i LEFT JOIN item_prices p ON p.item = i.item AND p.version = 2
            WHERE p.price IS DISTINCT FROM 10000 + substr(i.item, 6)::bigint
                OR p.valid_from <> (SELECT at FROM publications WHERE publication = 1) OR p.valid_to IS NOT NULL
                OR (SELECT valid_to FROM item_prices o WHERE o.item = i.item AND o.version = 1) <> p.valid_from
            """)
        #expect(wrong == [])
        let hour = try await catalogue.database.time().adding(milliseconds: 3_600_000)
        let second = try await publish(try changes(2, titled: "New"), at: hour, catalogue)
        #expect(second.publication.at == hour && second.differences.count == Self.count)
        let half = hour.adding(milliseconds: -1_800_000)
        let back = try await catalogue.rollBack(to: 1, at: half, .confirmed(expected: 2)).get()
        #expect(back.differences.count == Self.count)
        for difference in back.differences {
            let number = try #require(Int64(difference.item.text.dropFirst(5)))
            #expect(difference.after.price(at: hour.adding(milliseconds: 1))?.coins == 10_000 + number)
            #expect(difference.after.details.title == "Title")
        }
        try await checkRecords(fixture)
    }

    private func publish(
        _ changes: [DraftedChange], at moment: Instant?, _ catalogue: Catalogue
    ) async throws -> PublishedCatalogue {
        let draft = try await Changes.draft(changes, catalogue)
        return try await catalogue.publish(
            draft: draft.number, at: moment, expected: draft.version, .confirmed()
        ).get()
    }

    /// One record an item and publication, with what the history says, and a chain that the verifier follows.
    private func checkRecords(_ fixture: StoreFixture) async throws {
        let found = try await fixture.texts(
            """
            SELECT a.publication || ' ' || a.action || ' ' || count(*) FROM audit_log a
            JOIN publication_items i ON i.publication = a.publication AND i.item = a.item AND a.before = i.before
                AND a.after = i.after
            WHERE a.caller = 3 AND a.origin = '127.0.0.1' AND a.remark = 'test' AND a.xmin = i.xmin
            GROUP BY a.publication, a.action ORDER BY a.publication
            """)
        #expect(
            found == ["1 publish_draft \(Self.count)", "2 publish_draft \(Self.count)", "3 roll_back \(Self.count)"])
        let settings = LedgerSettings.export(conninfo: try await fixture.superuserConninfo)
        let report = try await Verifier(settings).run()
        #expect(report.auditRecords == Int64(3 * Self.count) && report.findings.isEmpty, "\(report.findings.named)")
    }

    @Test("One item more is refused, and so is all of it if one item cannot be as wanted: nothing is changed")
    func refusals() async throws {
        let fixture = try await fixture()
        let catalogue = fixture.catalogue()
        let more = try changes(1) + [Changes.price("one-more", 5)]
        let draft = try await catalogue.makeDraft("draft", by: CallerID(3)).get()
        let put = try await catalogue.put(more, into: draft.number, expected: draft.version, by: CallerID(3))
        #expect(put.refusal == .tooManyItems)
        var wrong = try changes(1)
        // A price for an item that is none yet.
        wrong[Self.count / 2] = try Changes.price("unknown", 5)
        let made = try await Changes.draft(wrong, catalogue)
        let refused = try await catalogue.publish(
            draft: made.number, at: nil, expected: made.version, .confirmed())
        guard case .inItem(let item, _)? = refused.refusal else {
            Issue.record("a draft with an item that cannot be was published")
            return
        }
        #expect(item.text == "unknown")
        #expect(try await catalogue.version() == 0)
        #expect(try await fixture.texts("SELECT count(*) FROM audit_log") == ["0"])
        #expect(try await fixture.texts("SELECT count(*) FROM item_prices WHERE version > 1") == ["0"])
    }
}
