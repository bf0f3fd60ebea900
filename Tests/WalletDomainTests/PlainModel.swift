import FoundationEssentials
import WalletDomain

/// What a wallet must do, written as plainly as possible and sharing no code with the decisions: a bag of single coins.
struct PlainModel {
    enum Verdict: Equatable { case done, replayed, again, elsewhere, refused }

    private var coins: [UInt8: [Instant?]] = [:]
    private var owned: Set<String> = []
    private var keys: [String: UUID] = [:]
    private var purchases: [TransactionID: UInt8] = [:]

    static func verdict(of result: Result<Outcome, WalletError>) -> Verdict {
        switch result {
        case .success(.done(_, replayed: let replayed)): replayed ? .replayed : .done
        case .success(.alreadyCredited): .again
        case .success(.ownedElsewhere): .elsewhere
        case .failure: .refused
        }
    }

    mutating func run(_ command: Command, at moment: Instant) -> Verdict {
        let wallet = command.wallet.uuid.uuid.0
        let key = command.idempotency.map { "\(wallet)/\($0.key)" }
        if let key, let known = keys[key] {
            return known == command.idempotency?.fingerprint ? .replayed : .refused
        }
        let verdict = apply(command.action, to: wallet, at: moment)
        if let key, verdict == .done { keys[key] = command.idempotency?.fingerprint }
        return verdict
    }

    func total(_ wallet: UInt8, at moment: Instant) -> Int64 {
        Int64(live(wallet, at: moment).count)
    }

    private func live(_ wallet: UInt8, at moment: Instant) -> [Instant?] {
        (coins[wallet] ?? []).filter { $0.map { moment < $0 } ?? true }
    }

    private mutating func apply(_ action: Command.Action, to wallet: UInt8, at moment: Instant) -> Verdict {
        switch action {
        case .credit(let credit):
            if let owner = purchases[credit.purchase.transactionID] { return owner == wallet ? .again : .elsewhere }
            purchases[credit.purchase.transactionID] = wallet
            let new = Int(credit.coins.coins + credit.bonus.coins)
            coins[wallet, default: []] += [Instant?](repeating: nil, count: new)
            return .done
        case .grant(let grant):
            if let expiry = grant.expiresAt, expiry <= moment { return .refused }
            coins[wallet, default: []] += [Instant?](repeating: grant.expiresAt, count: Int(grant.coins.coins))
            return .done
        case .spend(let spend): return apply(spend, to: wallet, at: moment)
        }
    }

    private mutating func apply(_ spend: SpendItem, to wallet: UInt8, at moment: Instant) -> Verdict {
        let price = ["a": 30, "once": 45, "free": 0][spend.item.text]
        let total = Int(spend.expectedPrice.coins) * Int(spend.quantity)
        let title = "\(wallet)/\(spend.item.text)"
        var purse = live(wallet, at: moment)
        guard price == Int(spend.expectedPrice.coins), !owned.contains(title), purse.count >= total else {
            return .refused
        }
        if spend.item.text != "a" { owned.insert(title) }
        // Coins that expire go first, the soonest first.
        purse.sort { ($0?.microseconds ?? .max) < ($1?.microseconds ?? .max) }
        coins[wallet] = Array(purse.dropFirst(total))
        return .done
    }
}
