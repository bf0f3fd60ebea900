import Testing
import WalletDomain

@testable import WalletLedger

/// What a lane remembers of the wallets that it wrote.
@Suite struct RecentWalletsTests {
    private static func keep(_ number: Int, in memory: inout RecentWallets) {
        let state = WalletState(id: Commands.wallet(number), environment: .production, head: [])
        memory.keep(WalletBook(state), head: [])
    }

    @Test("A wallet is remembered once, however often it is written, and the one written last stays")
    func once() {
        var memory = RecentWallets()
        // One more than a generation holds.
        let wallets = Limits.recentWalletsMax / 2 + 1
        for _ in 0..<2 {
            for number in 0..<wallets { Self.keep(number, in: &memory) }
            #expect(memory.count == wallets)
        }
        #expect(memory[Commands.wallet(wallets - 1)] != nil)
    }

    @Test("Who is not written while a generation fills up is forgotten")
    func bounded() {
        var memory = RecentWallets()
        for number in 0..<Limits.recentWalletsMax + 1 { Self.keep(number, in: &memory) }
        #expect(memory.count <= Limits.recentWalletsMax)
        #expect(memory[Commands.wallet(0)] == nil)
    }
}
