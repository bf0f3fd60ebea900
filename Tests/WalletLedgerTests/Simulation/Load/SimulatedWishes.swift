import WalletDomain

@testable import WalletLedger

/// What clients wish for: every operation, on things that they have seen, sometimes things that are not there.
struct SimulatedWishes {
    let catalogue: SimulatedCatalogue
    var choices: Choices
    /// Spends and holds that somebody was told about.
    var spends: [OperationID] = []
    var holds: [OperationID] = []
    private var words: Int64 = 0

    init(_ catalogue: SimulatedCatalogue, _ choices: Choices) {
        self.catalogue = catalogue
        self.choices = choices
    }

    private static let poisonousOf = 300

    /// - Parameter owner: whose a purchase is, as far as the database tells now.
    mutating func next(
        at now: Instant, owner: (StoreTransaction.Key) -> WalletID?
    ) -> (WalletID, WalletDomain.Command.Action) {
        let wallet = catalogue.wallets[choices.below(catalogue.wallets.count)]
        switch choices.below(100) {
        case ..<16: return (wallet, grant(wallet, at: now))
        case ..<44: return (wallet, .spend(spend(at: now)))
        case ..<48: return (wallet, byHand(wallet, at: now))
        case ..<56: return (wallet, hold(wallet, at: now))
        case ..<64: return end(of: wallet)
        case ..<71: return undo(in: wallet)
        case ..<84:
            return (wallet, .credit(catalogue.credit(catalogue.purchases[choices.below(catalogue.purchases.count)])))
        case ..<93: return refund(in: wallet, at: now, owner: owner)
        case ..<96: return (wallet, .expire(ExpireDue()))
        default: return (wallet, .all(steps(wallet, at: now)))
        }
    }

    private mutating func grant(_ wallet: WalletID, at now: Instant) -> WalletDomain.Command.Action {
        let isPoison = choices.below(Self.poisonousOf) == 0
        let ends = !catalogue.plain.contains(wallet) && choices.chance(40)
        let expiresAt = ends ? now.adding(milliseconds: Int64(choices.within(1...2_000))) : nil
        let note = Note(text: isPoison ? InsertNotes.poison : "welcome", digest: [UInt8](repeating: 7, count: 32))
        return .grant(
            GrantCoins(coins: SimulatedCatalogue.coins(Int64(choices.within(1...60))), expiresAt: expiresAt, note: note)
        )
    }

    /// What support does: more or fewer free coins, bought ones taken away, and now and then a freeze.
    private mutating func byHand(_ wallet: WalletID, at now: Instant) -> WalletDomain.Command.Action {
        let note = Note(text: "by hand", digest: [UInt8](repeating: 8, count: 32))
        let act = ActByHand(note: note, origin: "192.0.2.1", approval: choices.uuid())
        let coins = SimulatedCatalogue.coins(Int64(choices.within(1...40)))
        switch choices.below(10) {
        case 0: return .freeze(FreezeWallet(true, act))
        case 1, 2: return .freeze(FreezeWallet(false, act))
        case 3, 4, 5:
            let ends = !catalogue.plain.contains(wallet) && choices.chance(40)
            let end = ends ? now.adding(milliseconds: Int64(choices.within(1...2_000))) : nil
            return .adjust(AdjustCoins(.give(coins, until: end), act))
        case 6, 7: return .adjust(AdjustCoins(.take(coins), act))
        default: return .forfeit(ForfeitCoins(coins: choices.chance(70) ? coins : nil, act))
        }
    }

    private mutating func spend(at now: Instant) -> SpendItem {
        let item = catalogue.items[choices.below(catalogue.items.count)]
        // Some have looked at the price a while ago.
        let seen = choices.chance(15) ? now.adding(milliseconds: -Int64(choices.within(1...800))) : now
        return SpendItem(item: item, expectedPrice: catalogue.price(item, at: seen), quantity: 1)
    }

    private mutating func hold(_ wallet: WalletID, at now: Instant) -> WalletDomain.Command.Action {
        let lifeMs = catalogue.plain.contains(wallet) ? 86_400_000 : Int64(choices.within(1...3_000))
        let purpose: PlaceHold.Purpose =
            choices.chance(50)
            ? .item(spend(at: now))
            : .amount(SimulatedCatalogue.coins(Int64(choices.within(1...40))), note: nil)
        return .hold(PlaceHold(purpose: purpose, lifeMs: lifeMs))
    }

    private mutating func end(of wallet: WalletID) -> (WalletID, WalletDomain.Command.Action) {
        let hold = choices.element(of: Array(holds.suffix(20))) ?? OperationID(wallet: wallet, sequence: 1)
        guard choices.chance(60) else { return (hold.wallet, .release(ReleaseHold(hold: hold.sequence))) }
        let part = choices.chance(40) ? SimulatedCatalogue.coins(Int64(choices.within(1...20))) : nil
        return (hold.wallet, .capture(CaptureHold(hold: hold.sequence, coins: part)))
    }

    private mutating func undo(in wallet: WalletID) -> (WalletID, WalletDomain.Command.Action) {
        let spend = choices.element(of: Array(spends.suffix(20))) ?? OperationID(wallet: wallet, sequence: 1)
        let part = choices.chance(40) ? SimulatedCatalogue.coins(Int64(choices.within(1...10))) : nil
        return (spend.wallet, .undo(UndoSpend(spend: spend.sequence, coins: part, note: nil)))
    }

    private mutating func refund(
        in wallet: WalletID, at now: Instant, owner: (StoreTransaction.Key) -> WalletID?
    ) -> (WalletID, WalletDomain.Command.Action) {
        let key = catalogue.purchases[choices.below(catalogue.purchases.count)]
        let policy: RefundPolicy = [.debt, .debt, .debt, .writeOff, .freeze][choices.below(5)]
        let refund = RefundPurchase(key: key, word: word(at: now), policy: policy)
        return (owner(key) ?? wallet, .refund(refund))
    }

    /// Apple's newest about some purchase: refunded, in part, or not after all.
    mutating func word(at now: Instant) -> StoreWord {
        words += 1
        let share: Int? = [nil, nil, 50_000, 25_000][choices.below(4)]
        let revocation = choices.chance(70) ? Revocation(at: now, type: nil, percentageMilli: share) : nil
        return StoreWord(signedAt: Instant(microseconds: 1 + words), revocation: revocation)
    }

    private mutating func steps(_ wallet: WalletID, at now: Instant) -> [WalletDomain.Command.Step] {
        (0..<choices.within(2...4)).map { _ in
            let key = choices.uuid()
            let action = choices.chance(50) ? WalletDomain.Command.Action.spend(spend(at: now)) : grant(wallet, at: now)
            return WalletDomain.Command.Step(
                idempotency: Idempotency(key: key, fingerprint: key), action: action)
        }
    }
}
