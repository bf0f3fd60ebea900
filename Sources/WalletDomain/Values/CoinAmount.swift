/// Whole coins. Unit: 1 coin, no fractions. Range: 0 ... 2^53 - 1, exact in every JSON reader (RFC 8259, 6).
///
/// Twin: the SQL domain `coin_amount` in `Migrations/0001_create_wallet.sql`.
package struct CoinAmount: Hashable, Comparable, Sendable {
    package static let coinsMax: Int64 = (1 << 53) - 1
    package static let zero = CoinAmount(unchecked: 0)
    package static let one = CoinAmount(unchecked: 1)

    package let coins: Int64

    package init(_ coins: Int64) throws(WalletError) {
        guard (0...Self.coinsMax).contains(coins) else { throw .amountOutOfRange(coins) }
        self.coins = coins
    }

    private init(unchecked coins: Int64) { self.coins = coins }

    package static func < (left: Self, right: Self) -> Bool { left.coins < right.coins }

    package func adding(_ other: CoinAmount) throws(WalletError) -> CoinAmount {
        try CoinAmount(coins + other.coins)  // both at most 2^53 - 1: the sum cannot overflow
    }

    package func times(_ factor: Int64) throws(WalletError) -> CoinAmount {
        let (product, overflow) = coins.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw .amountOutOfRange(.max) }
        return try CoinAmount(product)
    }
}
