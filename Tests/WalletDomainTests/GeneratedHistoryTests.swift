import FoundationEssentials
import Testing
import WalletDomain

/// Random histories against the invariants of money: each is made from its seed, cut into random batches.
@Suite struct GeneratedHistoryTests {
    /// 100,000 in all, or as many as `COFFER_HISTORIES` says: the night runs more.
    private static let histories =
        ProcessInfo.processInfo.environment["COFFER_HISTORIES"].flatMap { Int($0) } ?? 100_000
    private static let slices = 4
    private static let historiesPerSlice = max(1, histories / slices)

    @Test("100,000 generated histories keep every invariant, or as many as asked for", arguments: 0..<slices)
    func keepsInvariants(slice: Int) {
        for index in 0..<Self.historiesPerSlice {
            let seed = UInt64(slice * Self.historiesPerSlice + index)
            var history = GeneratedHistory(seed: seed)
            if let broken = history.run() {
                Issue.record("seed \(seed): \(broken)")
                return
            }
        }
    }
}

/// One history: a few wallets, a dozen commands, and a plain model that says what each must do.
struct GeneratedHistory {
    private var random: SeededRandom
    private var ledger: MemoryLedger
    private var model = PlainModel()
    /// The wallet that was merged into the other.
    private var merged: UInt8?

    /// How many batches there are beyond three to six.
    private let moreBatches: Int
    private let isMerging: Bool

    init(seed: UInt64, moreBatches: Int = 0, isMerging: Bool = true) {
        self.moreBatches = moreBatches
        self.isMerging = isMerging
        random = SeededRandom(seed: seed)
        ledger = MemoryLedger(
            wallets: [Samples.state(1), Samples.state(2)],
            offers: [
                Samples.offer("a", price: 30), Samples.offer("once", price: 45, kind: .once),
                Samples.offer("free", price: 0, kind: .once),
            ])
    }

    /// What was written, and what the wallets are at the end.
    var journal: [Entry] { ledger.journal }
    var states: [WalletID: WalletState] { ledger.states }
    var takeovers: [WalletID: WalletTakeover] { ledger.takeovers }

    /// Nil, or what broke.
    mutating func run() -> String? {
        for _ in 0..<(moreBatches + 3 + random.below(4)) {
            ledger.at = ledger.at.adding(milliseconds: Int64(random.below(50)))
            if let broken = mergeNowAndThen() { return broken }
            let commands = (0..<(1 + random.below(5))).map { _ in command() }
            if merged != nil {
                if let broken = followOneByOne(commands) { return broken }
                continue
            }
            let results = ledger.run(commands)
            for (command, result) in zip(commands, results) {
                let expected = model.run(command, at: ledger.at)
                let found = PlainModel.verdict(of: result)
                if expected != found { return "\(command.action): expected \(expected), found \(found)" }
                // What the same batch placed may be ended in it: numbers repeat from wallet to wallet.
                if case (.hold, .success(.done(let entries, replayed: false))) = (command.action, result) {
                    model.namedHold(entries[0].operation, command.wallet.uuid.uuid.0)
                }
            }
            // Whoever undoes a spend has seen its answer: it is named in later batches only.
            for case (let command, .success(.done(let entries, replayed: false))) in zip(commands, results) {
                let wallet = command.wallet.uuid.uuid.0
                switch command.action {
                case .spend, .capture: model.named(entries[0].operation, wallet)
                case .grant, .credit, .refund, .undo, .hold, .release, .expire, .writeOff, .adjust, .forfeit, .freeze,
                    .all, .close, .takeOver, .erase:
                    break
                }
            }
            if let broken = Invariants.broken(states: ledger.states, journal: ledger.journal) { return broken }
        }
        for number in [1, 2] as [UInt8] where model.total(number, at: ledger.at) != spendable(number) {
            return "wallet \(number) holds \(spendable(number)), the model \(model.total(number, at: ledger.at))"
        }
        for number in [1, 2] as [UInt8] where model.debt(number) != ledger.balances(number).debt {
            return "wallet \(number) owes \(ledger.balances(number).debt), the model says \(model.debt(number))"
        }
        for number in [1, 2] as [UInt8] where model.held(number) != ledger.balances(number).held {
            return "wallet \(number) keeps \(ledger.balances(number).held), the model \(model.held(number))"
        }
        return nil
    }

    /// In some histories one wallet becomes the other; what is written to it afterwards is led on.
    private mutating func mergeNowAndThen() -> String? {
        guard isMerging, merged == nil, random.chance(15) else { return nil }
        let source = UInt8(1 + random.below(2))
        let target = 3 - source
        let isDone = !ledger.merge(source, into: target).isEmpty
        let expected = model.merge(source, into: target, at: ledger.at)
        if isDone != expected { return "merge: expected \(expected), found \(isDone)" }
        if isDone { merged = source }
        let moved = ledger.journal.reduce(0) {
            $0 + ($1.credit == .moved ? $1.coins : 0) - ($1.debit == .moved ? $1.coins : 0)
        }
        if moved != 0 { return "\(moved) coins are left on 9580" }
        return Invariants.broken(states: ledger.states, journal: ledger.journal)
    }

    private mutating func followOneByOne(_ commands: [Command]) -> String? {
        for command in commands {
            let result = ledger.follow(command)
            let expected = model.run(command, at: ledger.at)
            let found = PlainModel.verdict(of: result)
            if expected != found { return "\(command.action) after a merge: expected \(expected), found \(found)" }
            guard case .success(.done(let entries, replayed: false)) = result, let first = entries.first else {
                continue
            }
            let wallet = first.wallet.uuid.uuid.0
            switch command.action {
            case .spend, .capture: model.named(entries[0].operation, wallet)
            case .hold: model.namedHold(entries[0].operation, wallet)
            case .grant, .credit, .refund, .undo, .release, .expire, .writeOff, .adjust, .forfeit, .freeze, .all,
                .close,
                .takeOver, .erase:
                break
            }
        }
        return Invariants.broken(states: ledger.states, journal: ledger.journal)
    }

    private func spendable(_ number: UInt8) -> Int64 {
        LotPicker.available(ledger.states[Samples.wallet(number)]?.lots ?? [], at: ledger.at)
    }

    private mutating func command() -> Command {
        let wallet = UInt8(1 + random.below(2))
        let (action, fingerprint) = action(wallet)
        // Purchases are their own keys.
        var takesKey = action.purchase == nil
        if case .expire = action { takesKey = false }
        if case .freeze = action { takesKey = false }
        let key = takesKey && random.chance(70) ? random.below(6) : nil
        return Samples.command(action, wallet: wallet, key: key, fingerprint: fingerprint)
    }

    private mutating func word() -> StoreWord {
        let percent = [nil, 0, 1, 33_333, 50_000, 66_667, 99_999, 100_000, 100_000]
        return Samples.word(random.below(40), percent: percent[random.below(percent.count)])
    }

    /// Of a spend of either wallet, or of something that is none.
    private mutating func undo() -> (Command.Action, Int) {
        let spends = ledger.journal.filter { $0.kind == .spent }.map(\.operation)
        let known = spends.isEmpty || random.chance(5) ? Int64(random.below(9)) : spends[random.below(spends.count)]
        let coins = random.chance(50) ? Int64(1 + random.below(60)) : nil
        return (Samples.undo(known, coins: coins), 5_000 + Int(known) * 100 + Int(coins ?? 0))
    }

    private mutating func hold() -> (Command.Action, Int) {
        let lifeMs = Int64(1 + random.below(120))
        switch random.below(4) {
        case 0: return (Samples.hold("once", price: 45, lifeMs: lifeMs), 10_000 + Int(lifeMs))
        case 1: return (Samples.hold("free", price: 0, lifeMs: lifeMs), 11_000 + Int(lifeMs))
        case 2:
            let quantity = Int32(1 + random.below(3))
            let hold = Samples.hold("a", price: 30, quantity: quantity, lifeMs: lifeMs)
            return (hold, 12_000 + Int(quantity) * 1_000 + Int(lifeMs))
        default:
            let coins = Int64(random.below(60))
            return (Samples.hold(amount: coins, lifeMs: lifeMs), 20_000 + Int(coins) * 1_000 + Int(lifeMs))
        }
    }

    /// Of a hold of either wallet, or of something that is none.
    private mutating func endOfHold() -> (Command.Action, Int) {
        let holds = ledger.journal.filter { $0.kind == .held }.map(\.operation)
        let known = holds.isEmpty || random.chance(5) ? Int64(random.below(9)) : holds[random.below(holds.count)]
        guard random.chance(60) else { return (.release(ReleaseHold(hold: known)), 200_000 + Int(known)) }
        let coins = random.chance(50) ? Int64(random.below(50)) : nil
        return (Samples.capture(known, coins: coins), 300_000 + Int(known) * 100 + Int(coins ?? 99))
    }

    /// Support's acts: more or fewer free coins, purchased ones taken away, and now and then a freeze.
    private mutating func byHand() -> (Command.Action, Int) {
        switch random.below(10) {
        case 0: return (Samples.freeze(), 8)
        case 1, 2: return (Samples.freeze(false), 9)
        case 3, 4, 5:
            let coins = Int64(1 + random.below(40))
            let expiry = random.chance(50) ? Int64(1 + random.below(120)) : nil
            let moment = expiry.map { ledger.at.adding(milliseconds: $0) }
            return (Samples.adjust(coins, expiresAt: moment), 500_000 + Int(coins) * 1_000 + Int(expiry ?? 0))
        case 6, 7:
            let coins = Int64(1 + random.below(50))
            return (Samples.adjust(-coins), 600_000 + Int(coins))
        default:
            let coins = random.chance(60) ? Int64(1 + random.below(60)) : nil
            return (Samples.forfeit(coins), 700_000 + Int(coins ?? 0))
        }
    }

    /// The fingerprint tells requests apart as the endpoint's would.
    private mutating func action(_ wallet: UInt8) -> (Command.Action, Int) {
        switch random.below(20) {
        case 17, 18, 19: return byHand()
        case 10, 11, 12: return hold()
        case 13, 14: return endOfHold()
        case 15: return (.expire(ExpireDue()), 7)
        case 16:
            let coins = random.chance(60) ? Int64(1 + random.below(40)) : nil
            return (Samples.writeOff(coins), 400_000 + Int(coins ?? 0))
        case 0, 6:
            let transaction = 1 + random.below(5)
            let word = random.chance(20) ? word() : nil
            let credit = Samples.credit(transaction, coins: 50, bonus: Int64(transaction % 2 * 7), word: word)
            return (.credit(credit), 1_000)
        case 8, 9: return undo()
        case 7:
            let transaction = 1 + random.below(5)
            let revocable = random.chance(50) ? ledger.revocable(transaction, wallet: wallet) : []
            return (Samples.refund(transaction, word(), revocable: revocable), 900)
        case 1:
            let coins = Int64(1 + random.below(40))
            let expiry = random.chance(50) ? Int64(1 + random.below(120)) : nil
            let moment = expiry.map { ledger.at.adding(milliseconds: $0) }
            return (Samples.grant(coins, expiresAt: moment), 2_000 + Int(coins) * 1_000 + Int(expiry ?? 0))
        case 2: return (Samples.spend("once", price: 45), 3)
        case 3: return (Samples.spend("free", price: 0), 4)
        case 4: return (Samples.spend("a", price: 29), 5)
        default:
            let quantity = Int32(1 + random.below(3))
            return (Samples.spend("a", price: 30, quantity: quantity), 6 + Int(quantity))
        }
    }
}
