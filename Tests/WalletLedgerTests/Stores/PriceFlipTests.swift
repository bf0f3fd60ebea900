import Foundation
import Synchronization
import Testing
import WalletDomain
import WalletLedger

/// INV-13: prices change many times a second while wallets spend, and every spend is at a version that held then.
@Suite(.serialized) struct PriceFlipTests {
    private static let spenders = 6
    private static let flips = 150
    private static let flipMs: Int64 = 20

    @Test("P-1, INV-13: of spends while the price flips none is at a version outside its window, and none is free")
    func flips() async throws {
        let fixture = try await StoreFixture()
        try await fixture.addItem("flip", price: 100)
        let item = try ItemID("flip")
        let catalogue = fixture.catalogue()
        let writer = try await fixture.writer(lanes: 2)
        for wallet in 0..<Self.spenders {
            let grant = Commands.make(try Commands.grant(100_000_000), wallet: wallet, key: UUID())
            _ = try await WriterFixture.settle(writer, grant).get()
        }
        let end = Flag()
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for wallet in 0..<Self.spenders {
                group.addTask { try await spend(item, wallet: wallet, writer, catalogue, until: end) }
            }
            group.addTask {
                try await flip(item, try await fixture.siblingCatalogue())
                end.raise()
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(done > 0)
        try await check(fixture, spends: done)
        _ = writer.drain(deadlineMs: 60_000)
    }

    /// Windows of 20 ms, each of another price, written by single changes, until the last is over.
    private func flip(_ item: ItemID, _ catalogue: Catalogue) async throws {
        var start = Instant(microseconds: 0)
        for number in 0..<Self.flips {
            // A slow machine flips less often; what is judged does not change.
            let soonest = try await catalogue.database.time().adding(milliseconds: Limits.priceLeadMs + 1_000)
            start = max(start.adding(milliseconds: Self.flipMs), soonest)
            let draft = PriceDraft(
                item: item, layer: .regular, price: try CoinAmount(Int64(100 + number % 7)), isFree: false,
                from: start, to: nil)
            _ = try await catalogue.addPrice(draft, .careful()).get()
        }
        while try await catalogue.database.time() < start.adding(milliseconds: 200) {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Spends at the price just seen, again and again.
    /// - Returns: how many were done.
    private func spend(
        _ item: ItemID, wallet: Int, _ writer: Writer, _ catalogue: Catalogue, until end: Flag
    ) async throws -> Int {
        var done = 0
        while !end.isRaised, !Task.isCancelled {
            let page = try await catalogue.item(item)
            guard let seen = page.items.first?.offer.version(at: page.at) else { continue }
            let command = Commands.make(
                try Commands.spend(item.text, price: seen.price.coins), wallet: wallet, key: UUID())
            switch await WriterFixture.settle(writer, command) {
            case .success: done += 1
            case .failure(.priceChanged(let current)): #expect(current > .zero && current != seen.price)
            case .failure(let error): throw error
            }
        }
        return done
    }

    private func check(_ fixture: StoreFixture, spends: Int) async throws {
        let spent = try await fixture.texts("SELECT count(*) FROM entries WHERE kind = 3")
        #expect(spent == ["\(spends)"])
        let wrong = try await fixture.texts(
            """
            SELECT e.sequence || ' at ' || e.at FROM entries e
            LEFT JOIN item_prices p ON p.item = e.item AND p.version = e.price_version
            WHERE e.kind = 3 AND (p.item IS NULL OR e.unit_price <> p.price OR e.coins <> p.price OR e.coins = 0
                OR e.at < p.valid_from OR e.at >= coalesce(p.valid_to, 'infinity'))
            """)
        #expect(wrong == [])
        let versions = try await fixture.texts("SELECT count(DISTINCT price_version) FROM entries WHERE kind = 3")
        #expect(try #require(Int(versions[0])) > 1)
    }
}

/// Says once that something is over.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .relaxed) }
    func raise() { value.store(true, ordering: .relaxed) }
}
