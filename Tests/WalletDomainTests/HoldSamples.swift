import Testing
import WalletDomain

extension MemoryLedger {
    /// The result as an error, nil if the command was accepted.
    mutating func refusal(_ action: Command.Action, wallet: UInt8 = 1) -> WalletError? {
        guard case .failure(let error) = run(Samples.command(action, wallet: wallet)) else { return nil }
        return error
    }

    /// The entries of an accepted command; none if it was refused.
    mutating func accepted(_ action: Command.Action, wallet: UInt8 = 1) -> [Entry] {
        guard case .success(.done(let entries, _)) = run(Samples.command(action, wallet: wallet)) else { return [] }
        return entries
    }

    /// Its number.
    mutating func hold(amount: Int64, lifeMs: Int64 = 60_000) -> Int64 {
        accepted(Samples.hold(amount: amount, lifeMs: lifeMs)).first?.operation ?? 0
    }

    mutating func wait(milliseconds: Int64) { at = at.adding(milliseconds: milliseconds) }

    func lot(_ number: Int32) -> Lot? { states[Samples.wallet(1)]?.lots.first { $0.number == number } }

    func hold(_ number: Int64) -> Hold? { states[Samples.wallet(1)]?.holds[number] }

    /// One wallet with a purchase of 100 coins and 20 bonus coins.
    static func withPurchase(_ offers: [Offer] = []) -> MemoryLedger {
        var ledger = MemoryLedger(wallets: [Samples.state(1), Samples.state(2)], offers: offers)
        _ = ledger.run(Samples.command(.credit(Samples.credit(1, coins: 100, bonus: 20))))
        return ledger
    }
}
