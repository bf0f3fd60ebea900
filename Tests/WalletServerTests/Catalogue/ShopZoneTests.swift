import Testing
import WalletDomain
import WalletServer

/// The shop's clock by the machine's zone data, whatever zone the machine is in.
@Suite struct ShopZoneTests {
    @Test(
        "P-3: Europe/Paris around both changes of 2026",
        arguments: [
            ("2026-03-27T00:00", "2026-03-26T23:00:00Z", false), ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z", false),
            ("2026-03-29T02:00", nil, false), ("2026-03-29T02:30", nil, false),
            ("2026-03-29T03:00", "2026-03-29T01:00:00Z", false), ("2026-03-30T00:00", "2026-03-29T22:00:00Z", false),
            ("2026-10-25T02:30", "2026-10-25T00:30:00Z", true), ("2026-10-25T03:00", "2026-10-25T02:00:00Z", false),
        ] as [(String, String?, Bool)])
    func paris(wall: String, moment: String?, isTwice: Bool) throws {
        let zone = try #require(ShopZone("Europe/Paris"))
        let found = zone.resolve(try #require(LocalTime(text: wall)))
        guard let moment else { return #expect(found == .never) }
        let instant = try #require(Instant(text: moment))
        #expect(found == (isTwice ? .firstOfTwo(instant) : .once(instant)))
        #expect(zone.local(instant).text.hasPrefix(wall))
        #expect(zone.comesTwice(instant) == isTwice)
    }

    @Test(
        "P-3: a sale by the clock of Paris costs 120, 90, 90 and 120 around its edges",
        arguments: [
            ("2026-03-26T22:59:59.999Z", 120), ("2026-03-26T23:00:00.000Z", 90), ("2026-03-29T21:59:59.999Z", 90),
            ("2026-03-29T22:00:00.000Z", 120),
        ])
    func sale(at: String, price: Int64) throws {
        let zone = try #require(ShopZone("Europe/Paris"))
        func moment(_ wall: String) throws -> Instant {
            guard case .once(let instant) = zone.resolve(try #require(LocalTime(text: wall))) else {
                throw WalletError.malformed("from")
            }
            return instant
        }
        let offer = Offer(
            item: try ItemID("c1"), kind: .once, status: .published,
            versions: [
                PriceVersion(
                    number: 1, layer: .regular, price: try CoinAmount(120), from: Instant(microseconds: 0), to: nil),
                PriceVersion(
                    number: 2, layer: .sale, price: try CoinAmount(90), from: try moment("2026-03-27T00:00"),
                    to: try moment("2026-03-30T00:00")),
            ])
        #expect(offer.version(at: try #require(Instant(text: at)))?.price.coins == price)
    }

    @Test("A zone that the machine does not know is none, and neither is an abbreviation")
    func unknown() {
        #expect(ShopZone("Europe/Nowhere") == nil)
        #expect(ShopZone("CST") == nil)
        #expect(ShopZone("") == nil)
        #expect(ShopZone("UTC")?.identifier == "UTC")
    }
}
