import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct WalletReaderTests {
    let wallet = Commands.wallet(1)

    private func grant(_ coins: Int64, expiresAt: Instant? = nil) throws -> WalletDomain.Command {
        let note = Note(text: "welcome", digest: [UInt8](repeating: 7, count: 32))
        let grant = GrantCoins(coins: try CoinAmount(coins), expiresAt: expiresAt, note: note)
        return Commands.make(.grant(grant))
    }

    @Test("A wallet that nothing happened to reads as empty")
    func readsEmpty() async throws {
        let reader = WalletReader(try await StoreFixture().database)
        #expect(try await reader.summary(of: wallet) == .empty)
        #expect(try await reader.entries(of: wallet, order: .newestFirst, limit: 10) == [])
        #expect(try await reader.lots(of: wallet, limit: 10) == [])
        #expect(try await reader.purchases(of: wallet, limit: 10) == [])
        #expect(try await reader.ownerships(of: wallet, limit: 10) == [])
        #expect(try await reader.operation(OperationID(wallet: wallet, sequence: 1)) == [])
    }

    @Test("L-5: each answered command shows in the next read")
    func showsWhatWasAcknowledged() async throws {
        let fixture = try await StoreFixture()
        let (reader, writer) = (WalletReader(fixture.database), try await fixture.writer())
        for number in 1...20 {
            _ = try await writer.run(Commands.make(Commands.credit(number, coins: 5)))
            let summary = try await reader.summary(of: wallet)
            #expect(summary.available == Int64(5 * number) && summary.version == Int64(number))
        }
    }

    @Test("Promo coins are available until their end, and the next end is told with its coins")
    func countsExpiry() async throws {
        let fixture = try await StoreFixture()
        let (reader, writer) = (WalletReader(fixture.database), try await fixture.writer())
        let now = try await fixture.database.time()
        let (soon, later) = (now.adding(milliseconds: 3_600_000), now.adding(milliseconds: 7_200_000))
        _ = try await writer.run(Commands.make(Commands.credit(1, coins: 100)))
        for (coins, end) in [(10, soon), (5, soon), (7, later)] as [(Int64, Instant)] {
            _ = try await writer.run(try grant(coins, expiresAt: end))
        }
        let before = try await reader.summary(of: wallet)
        #expect(before.available == 122 && before.balances.promo == 22 && before.expired == 0)
        #expect(before.nextExpiry == WalletSummary.Expiry(at: soon, coins: 15))
        fixture.clock.set(seconds: 3_660)
        let after = try await reader.summary(of: wallet)
        #expect(after.available == 107 && after.expired == 15 && after.version == before.version)
        #expect(after.nextExpiry == WalletSummary.Expiry(at: later, coins: 7))
        fixture.clock.set(seconds: 86_400)
        #expect(try await reader.summary(of: wallet).nextExpiry == nil)
    }

    @Test("Entries, lots, purchases and ownerships say what the commands did")
    func tellsAll() async throws {
        let fixture = try await StoreFixture()
        let (reader, writer) = (WalletReader(fixture.database), try await fixture.writer())
        try await fixture.execute(
            """
            INSERT INTO items VALUES ('course', 'Course', 1, 2, 'epoch', 1);
            INSERT INTO item_prices VALUES ('course', 1, 1, 30, false, 'epoch', NULL, 'epoch', 1);
            """)
        _ = try await writer.run(Commands.make(Commands.credit(77, coins: 50)))
        _ = try await writer.run(try grant(10))
        guard
            case .done(let spent, _) = try await writer.run(
                Commands.make(Commands.spend("course", price: 30), key: UUID()))
        else {
            Issue.record("not spent")
            return
        }
        #expect(try await reader.operation(OperationID(wallet: wallet, sequence: spent[0].sequence)) == spent)
        #expect(try await reader.operation(OperationID(wallet: wallet, sequence: spent[1].sequence)) == [])
        let lots = try await reader.lots(of: wallet, limit: 10)
        #expect(lots.map(\.lot.kind) == [.paid, .promo] && lots.map(\.lot.remaining) == [30, 0])
        #expect(lots[0].sale?.transaction.text == "77" && lots[0].sale?.price?.milliunits == 990)
        #expect(lots[1].sale == nil)
        #expect(try await reader.lots(of: wallet, openOnly: true, limit: 10) == [lots[0]])
        #expect(try await reader.lots(of: wallet, after: 1, limit: 10) == [lots[1]])
        #expect(try await reader.uses(ofLot: 1, of: wallet, limit: 10).entries.map(\.sequence) == [1, 4])
        #expect(try await reader.uses(ofLot: 1, of: wallet, after: 1, limit: 10).entries.map(\.sequence) == [4])
        #expect(try await reader.lot(2, of: wallet) == lots[1])
        #expect(try await reader.lot(3, of: wallet) == nil)
        let purchase = try #require(try await reader.purchases(of: wallet, limit: 10).first)
        #expect(purchase.transaction.text == "77" && purchase.creditedBy == 1 && purchase.coins == 50)
        #expect(purchase.pack?.text == "coins_100" && purchase.lot == 1)
        let owned = try #require(try await reader.ownerships(of: wallet, limit: 10).first)
        #expect(owned.item.text == "course" && owned.operation == spent[0].operation)
        #expect(try await reader.note([UInt8](repeating: 7, count: 32), of: wallet) == "welcome")
        #expect(try await reader.note([UInt8](repeating: 8, count: 32), of: wallet) == nil)
    }

    @Test("E-3: pages give every entry once in both directions while others write", arguments: [50, 7, 1])
    func pages(limit: Int) async throws {
        let fixture = try await StoreFixture()
        let (reader, writer) = (WalletReader(fixture.database), try await fixture.writer())
        for number in 1...23 { _ = try await writer.run(Commands.make(Commands.credit(number))) }
        for order in [WalletReader.Order.oldestFirst, .newestFirst] {
            var (seen, cursor): ([Int64], Int64?) = ([], nil)
            while true {
                let page = try await reader.entries(of: wallet, after: cursor, order: order, limit: limit)
                guard let last = page.last else { break }
                seen += page.map(\.sequence)
                cursor = last.sequence
                if seen.count < 26 { _ = try await writer.run(Commands.make(Commands.credit(1_000 + seen.count))) }
            }
            #expect(seen.sorted() == Array(1...Int64(seen.count)) && seen.count >= 23)
            #expect(seen == (order == .oldestFirst ? seen.sorted() : seen.sorted().reversed()))
        }
    }

    @Test(
        "What touched a lot is found once, however few entries are looked at for a page",
        arguments: [(10, 3), (2, 100), (1, 1), (7, 2)] as [(Int, Int64)])
    func walksALot(limit: Int, entriesMax: Int64) async throws {
        let fixture = try await StoreFixture()
        let (reader, writer) = (WalletReader(fixture.database), try await fixture.writer())
        try await fixture.execute(
            """
            INSERT INTO items VALUES ('sticker', 'Sticker', 2, 2, 'epoch', 1);
            INSERT INTO item_prices VALUES ('sticker', 1, 1, 10, false, 'epoch', NULL, 'epoch', 1);
            """)
        for number in 1...12 {
            _ = try await writer.run(Commands.make(Commands.credit(number)))
            guard number % 3 == 0 else { continue }
            _ = try await writer.run(Commands.make(Commands.spend("sticker", price: 10), key: UUID()))
        }
        var (seen, pages): ([Int64], Int) = ([], 0)
        var (cursor, goesOn): (Int64, Bool) = (0, true)
        while goesOn, pages < 100 {
            let page = try await reader.uses(
                ofLot: 1, of: wallet, after: cursor, limit: limit, entriesMax: entriesMax)
            seen += page.entries.map(\.sequence)
            pages += 1
            goesOn = page.next != nil
            cursor = page.next ?? cursor
        }
        // Bought first, the first lot pays for every spend.
        #expect(seen == [1, 4, 8, 12, 16])
    }

    @Test("The undos of a spend, each with what followed from it, and what came back by lot")
    func undos() async throws {
        let fixture = try await StoreFixture()
        let (reader, writer) = (WalletReader(fixture.database), try await fixture.writer())
        try await fixture.execute(
            """
            INSERT INTO items VALUES ('course', 'Course', 1, 2, 'epoch', 1);
            INSERT INTO item_prices VALUES ('course', 1, 1, 30, false, 'epoch', NULL, 'epoch', 1);
            """)
        _ = try await writer.run(Commands.make(Commands.credit(1)))
        guard
            case .done(let spent, _) = try await writer.run(
                Commands.make(Commands.spend("course", price: 30), key: UUID()))
        else {
            Issue.record("not spent")
            return
        }
        let spend = OperationID(wallet: wallet, sequence: spent[0].operation)
        #expect(try await reader.undos(of: spend, limit: 5).isEmpty)
        for coins in [5, 7, nil] as [Int64?] {
            let undo = UndoSpend(spend: spend.sequence, coins: try coins.map { try CoinAmount($0) }, note: nil)
            _ = try await writer.run(Commands.make(.undo(undo), key: UUID()))
        }
        let undos = try await reader.undos(of: spend, limit: 5)
        #expect(undos.map { $0.map(\.kind) } == [[.undone], [.undone], [.undone, .ownershipEnded]])
        #expect(undos.map { $0[0].coins } == [5, 7, 18])
        let first = try #require(undos.first?.first)
        #expect(try await reader.undos(of: spend, after: first.sequence, limit: 1) == [undos[1]])
        #expect(try await reader.undone(of: spend) == [1: 30])
    }

    @Test("A page has at least one row and at most the limit of all pages", arguments: [(-1, 1), (0, 1), (.max, 30)])
    func clampsLimits(limit: Int, rows: Int) async throws {
        let fixture = try await StoreFixture()
        let writer = try await fixture.writer()
        for number in 1...30 { _ = try await writer.run(Commands.make(Commands.credit(number))) }
        let page = try await WalletReader(fixture.database).entries(of: wallet, order: .oldestFirst, limit: limit)
        #expect(page.count == rows)
    }
}
