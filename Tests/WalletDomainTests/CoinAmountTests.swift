import Testing
import WalletDomain

@Suite struct CoinAmountTests {
    @Test(
        "0 ... coinsMax is accepted, the rest refused",
        arguments: [
            (-1, false), (0, true), (CoinAmount.coinsMax, true), (CoinAmount.coinsMax + 1, false), (.max, false),
        ] as [(Int64, Bool)]
    )
    func range(coins: Int64, accepted: Bool) {
        #expect(((try? CoinAmount(coins)) != nil) == accepted)
    }
}
