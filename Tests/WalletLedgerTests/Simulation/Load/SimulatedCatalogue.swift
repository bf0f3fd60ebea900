import WalletDomain

import struct FoundationEssentials.UUID

/// Wallets, items and purchases of a run. Half of the wallets never hold anything that ends by itself: what they are
/// refused can be judged to the coin.
struct SimulatedCatalogue {
    let wallets: [WalletID]
    let plain: Set<WalletID>
    let purchases: [StoreTransaction.Key]
    private(set) var offers: [ItemID: Offer] = [:]
    let items: [ItemID]

    /// So long a price holds where it changes all the time.
    private static let priceLifeMs: Int64 = 350
    private static let priceVersions = 400

    init(_ plan: RunPlan, _ choices: inout Choices, at start: Instant) {
        wallets = (0..<plan.wallets).map { _ in WalletID(choices.uuid()) }
        plain = Set(wallets.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
        purchases = (0..<max(4, plan.requests / 40)).map { number in
            StoreTransaction.Key(environment: .production, id: Self.id(number))
        }
        let fixed = [
            ("course", 45, Offer.Kind.once), ("lesson", 10, .once), ("gem", 7, .repeatable), ("gift", 0, .repeatable),
        ]
        for (name, price, kind) in fixed { offers[Self.item(name)] = Self.offer(name, [Int64(price)], kind, start) }
        let moving = (0..<Self.priceVersions).map { Int64(20 + $0 % 3) }
        offers[Self.item("moving")] = Self.offer("moving", moving, .repeatable, start)
        items = offers.keys.sorted()
    }

    func price(_ item: ItemID, at moment: Instant) -> CoinAmount { offers[item]?.version(at: moment)?.price ?? .zero }

    private static func offer(_ name: String, _ prices: [Int64], _ kind: Offer.Kind, _ start: Instant) -> Offer {
        let versions = prices.enumerated().map { index, price in
            let from = start.adding(milliseconds: Int64(index) * priceLifeMs - priceLifeMs)
            return PriceVersion(
                number: Int32(index + 1), layer: .regular, price: coins(price), from: from,
                to: index == prices.count - 1 ? nil : from.adding(milliseconds: priceLifeMs))
        }
        return Offer(item: item(name), kind: kind, status: .published, versions: versions)
    }

    private static func item(_ name: String) -> ItemID {
        guard let item = try? ItemID(name) else { preconditionFailure("a name of our own") }
        return item
    }

    private static func id(_ number: Int) -> TransactionID {
        guard let id = try? TransactionID(String(2_000_000_000 + number)) else { preconditionFailure("digits") }
        return id
    }

    /// At its price when the run begins.
    func spend(_ name: String) -> SpendItem {
        let item = Self.item(name)
        let price = offers[item]?.versions.first?.price ?? .zero
        return SpendItem(item: item, expectedPrice: price, quantity: 1)
    }

    func credit(_ key: StoreTransaction.Key) -> CreditPurchase {
        let purchase = Purchase(
            environment: key.environment, transactionID: key.id, bundleID: "com.example.courses",
            productID: "coins_100", kind: .consumable, quantity: 1, purchasedAt: Instant(microseconds: 1),
            signedAt: Instant(microseconds: 1), price: nil, storefront: "USA")
        guard let pack = try? PackID("coins_100") else { preconditionFailure("a name of our own") }
        return CreditPurchase(
            purchase: purchase, pack: pack, packVersion: 1, coins: Self.coins(100),
            bonus: Self.coins(key.id.text.hasSuffix("1") ? 20 : 0),
            proof: StoredProof(kind: .signedTransaction, digest: [UInt8](repeating: 1, count: 32), bytes: [1]))
    }

    static func coins(_ count: Int64) -> CoinAmount {
        guard let coins = try? CoinAmount(count) else { preconditionFailure("a small number") }
        return coins
    }
}

extension Choices {
    static func uuid(of number: Int) -> UUID {
        var choices = Choices(seed: UInt64(number))
        return choices.uuid()
    }

    mutating func uuid() -> UUID {
        let (first, second) = (next(), next())
        func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * place)) }
        return UUID(
            uuid: (
                byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3), byte(first, 4), byte(first, 5),
                byte(first, 6), byte(first, 7), byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3),
                byte(second, 4), byte(second, 5), byte(second, 6), byte(second, 7)
            ))
    }
}
