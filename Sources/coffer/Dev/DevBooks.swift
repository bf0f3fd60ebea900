internal import WalletDomain
internal import WalletLedger

/// Rates and prices for the books of the samples. If somebody told anything before, nothing is added.
struct DevBooks: Sendable {
    let settings: BooksSettingsStore
    let caller: CallerID

    private static let reason = "samples"
    /// 2026-01-01, in the zone of the samples (UTC).
    private static let firstDay: Int64 = 20_454
    private static let usPrices: [(coins: Int64, milliunits: Int64, proceeds: Int64)] = [
        (100, 990, 700), (200, 1_990, 1_400), (500, 4_990, 3_500), (1_000, 9_990, 7_000),
    ]

    func add() async throws {
        guard try await settings.version() == 0 else { return }
        var rules = BooksRules()
        rules.firstDay = Self.firstDay
        let told = try Self.rates + Self.prices
        _ = try await settings.tell(
            BooksSettingsStore.Change(
                settings: told.enumerated().map { ($0.offset + 1, $0.element) }, rules: rules, reason: Self.reason,
                caller: caller, origin: "coffer dev", expected: 0))
    }

    private static var from: Instant { Instant(microseconds: firstDay * 86_400_000_000) }

    private static var rates: [BooksSetting] {
        get throws {
            let commissions: [(String, Int64)] = [("*", 3_000), ("CHN", 2_500), ("JPN", 2_100)]
            let taxes: [(String, TaxRate)] = [
                ("*", .ofPrice(bp: 0)), ("FRA", .onNet(bp: 2_000)), ("DEU", .onNet(bp: 1_900)),
                ("JPN", .onNet(bp: 1_000)),
            ]
            var settings: [BooksSetting] = []
            for (name, bp) in commissions {
                guard let place = StorefrontScope(name) else { continue }
                settings.append(try BooksSetting(.commission(place), from: from, .rate(bp: bp)))
            }
            for (name, rate) in taxes {
                guard let place = StorefrontScope(name) else { continue }
                settings.append(try BooksSetting(.tax(place), from: from, .tax(rate)))
            }
            return settings
        }
    }

    /// What receipts do not tell, and what the App Store pays of it.
    private static var prices: [BooksSetting] {
        get throws {
            try usPrices.flatMap { pack in
                let price = StorePrice(milliunits: pack.milliunits, currency: "USD")
                return [
                    try BooksSetting(
                        .price(product: "com.example.coins.\(pack.coins)", .everyOther), from: from, .price(price)),
                    try BooksSetting(
                        .proceeds(product: nil, .everyOther, customer: price), from: from,
                        .proceeds(milliunits: pack.proceeds)),
                ]
            }
        }
    }
}
