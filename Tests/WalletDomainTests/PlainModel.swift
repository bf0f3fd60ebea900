import FoundationEssentials
import WalletDomain

/// What a wallet must do, written as plainly as possible and sharing no code with the decisions: a bag of single coins.
struct PlainModel {
    enum Verdict: Equatable { case done, replayed, again, elsewhere, refused, unchanged, notCredited, refunded }

    private var purses: [UInt8: PlainPurse] = [:]
    private var owned: Set<String> = []
    private var keys: [String: UUID] = [:]
    private var owners: [TransactionID: UInt8] = [:]
    private var words: [TransactionID: StoreWord] = [:]
    /// A spend as the ledger calls it: by the wallet in which it was made.
    private struct SpendName: Equatable {
        let wallet: UInt8
        let number: Int64
    }

    /// Of each wallet, what the ledger calls its spends, in their order.
    private var spends: [UInt8: [SpendName]] = [:]
    private var mergedInto: [UInt8: UInt8] = [:]
    /// By a person.
    private var frozen: Set<UInt8> = []
    /// Of each wallet, the numbers that the ledger gave to its holds, in their order.
    private var holds: [UInt8: [Int64]] = [:]
    /// Which of a wallet's spends gave an item: several after a merge.
    private var givers: [String: [Int]] = [:]

    static func verdict(of result: Result<Outcome, WalletError>) -> Verdict {
        switch result {
        case .success(.done(_, replayed: let replayed)): replayed ? .replayed : .done
        case .success(.alreadyCredited): .again
        case .success(.ownedElsewhere): .elsewhere
        case .success(.unchanged): .unchanged
        case .success(.notCredited): .notCredited
        case .success(.refunded): .refunded
        case .success(.merged): .elsewhere
        case .failure: .refused
        }
    }

    mutating func run(_ command: Command, at moment: Instant) -> Verdict {
        let wallet = command.wallet.uuid.uuid.0
        return run(command, in: wallet, scope: "\(wallet)", at: moment)
    }

    /// A merged wallet answers old keys and asks for old holds itself; the rest is done where it leads.
    /// - Parameter scope: the way to the wallet; each has keys of its own.
    private mutating func run(_ command: Command, in wallet: UInt8, scope: String, at moment: Instant) -> Verdict {
        let key = command.idempotency.map { "\(scope)/\($0.key)" }
        if let key, let known = keys[key] {
            return known == command.idempotency?.fingerprint ? .replayed : .refused
        }
        if let other = mergedInto[wallet] {
            switch command.action {
            case .capture, .release: return .refused
            case .expire: return .unchanged
            case .credit, .refund, .grant, .spend, .undo, .hold, .writeOff, .adjust, .forfeit, .freeze, .all, .close,
                .takeOver, .erase:
                return run(command, in: other, scope: "\(scope)>\(other)", at: moment)
            }
        }
        let before = purses[wallet]
        let ended = purses[wallet]?.endHolds(at: moment) ?? 0
        named = command.wallet.uuid.uuid.0
        let verdict = apply(command.action, to: wallet, at: moment, ended: ended)
        // What ended by itself is written with the next command that does something.
        if verdict != .done { purses[wallet] = before }
        if let key, verdict == .done { keys[key] = command.idempotency?.fingerprint }
        return verdict
    }

    /// The wallet's next spend is known under this number from now on.
    mutating func named(_ sequence: Int64, _ wallet: UInt8) {
        spends[wallet, default: []].append(SpendName(wallet: wallet, number: sequence))
    }

    /// Which wallet the command under way names.
    private var named: UInt8 = 0

    /// False: holds are open, and nothing happened.
    mutating func merge(_ source: UInt8, into target: UInt8, at moment: Instant) -> Bool {
        guard !frozen.contains(source) else { return false }
        var guest = purses[source] ?? PlainPurse()
        _ = guest.endHolds(at: moment)
        guard !guest.holds.contains(where: \.isOpen) else { return false }
        guest.dropExpired(at: moment)
        var purse = purses[target] ?? PlainPurse()
        _ = purse.endHolds(at: moment)
        let shift = purse.spends.count
        purse.absorb(guest)
        purse.dropExpired(at: moment)
        purse.meetDebts()
        purses[target] = purse
        purses[source] = nil
        for (sale, owner) in owners where owner == source { owners[sale] = target }
        for title in owned where title.hasPrefix("\(source)/") {
            let own = "\(target)/" + title.dropFirst(2)
            owned.remove(title)
            owned.insert(own)
            givers[own, default: []] += (givers.removeValue(forKey: title) ?? []).map { $0 + shift }
        }
        spends[target, default: []] += spends.removeValue(forKey: source) ?? []
        mergedInto[source] = target
        return true
    }

    /// The wallet's next hold is known under this number from now on.
    mutating func namedHold(_ sequence: Int64, _ wallet: UInt8) { holds[wallet, default: []].append(sequence) }

    func held(_ wallet: UInt8) -> Int64 {
        Int64(purses[wallet]?.holds.reduce(0) { $0 + ($1.isOpen ? $1.coins.count : 0) } ?? 0)
    }

    func total(_ wallet: UInt8, at moment: Instant) -> Int64 {
        Int64(purses[wallet]?.live(at: moment).count ?? 0)
    }

    func debt(_ wallet: UInt8) -> Int64 { Int64(purses[wallet]?.debts.count ?? 0) }

    private mutating func apply(
        _ action: Command.Action, to wallet: UInt8, at moment: Instant, ended: Int
    ) -> Verdict {
        let verdict = verdict(action, to: wallet, at: moment)
        switch action {
        case .credit, .refund, .all, .close, .takeOver, .erase: return verdict
        case .expire: return (purses[wallet]?.dropExpired(at: moment) ?? 0) + ended > 0 ? .done : .unchanged
        case .writeOff, .freeze: return verdict
        case .grant, .spend, .undo, .hold, .capture, .release, .adjust, .forfeit:
            if verdict == .done { purses[wallet]?.dropExpired(at: moment) }
            return verdict
        }
    }

    private mutating func verdict(_ action: Command.Action, to wallet: UInt8, at moment: Instant) -> Verdict {
        switch action {
        case .credit(let credit): return apply(credit, to: wallet)
        case .refund(let refund): return apply(refund, to: wallet, at: moment)
        case .grant(let grant):
            if let expiry = grant.expiresAt, expiry <= moment { return .refused }
            purses[wallet, default: PlainPurse()].add(
                Int(grant.coins.coins), sale: nil, expiry: grant.expiresAt, at: moment.microseconds)
            return .done
        case .spend(let spend): return apply(spend, to: wallet, at: moment)
        case .undo(let undo): return apply(undo, to: wallet, at: moment)
        case .hold(let hold): return apply(hold, to: wallet, at: moment)
        case .capture(let capture): return apply(capture, to: wallet)
        case .release(let release):
            guard let hold = holds[wallet]?.firstIndex(of: release.hold) else { return .refused }
            return purses[wallet]?.release(hold) == true ? .done : .refused
        case .expire: return .unchanged
        case .writeOff(let writeOff):
            return purses[wallet]?.forgive(writeOff.coins.map { Int($0.coins) }) == true ? .done : .refused
        case .adjust(let adjustment): return apply(adjustment, to: wallet, at: moment)
        case .forfeit(let forfeit):
            return purses[wallet]?.forfeit(forfeit.coins.map { Int($0.coins) }) == true ? .done : .refused
        case .freeze(let freezing):
            let isAsWanted = frozen.contains(wallet) == freezing.isFrozen
            if freezing.isFrozen { frozen.insert(wallet) } else { frozen.remove(wallet) }
            return isAsWanted ? .unchanged : .done
        // `AllOrNoneTests` has them; no history draws one.
        case .all: return .refused
        // Whole merges are drawn, not halves.
        case .close, .takeOver, .erase: return .refused
        }
    }

    private mutating func apply(_ adjustment: AdjustCoins, to wallet: UInt8, at moment: Instant) -> Verdict {
        switch adjustment.change {
        case .give(let coins, let end):
            if let end, end <= moment { return .refused }
            purses[wallet, default: PlainPurse()].add(
                Int(coins.coins), sale: nil, expiry: end, at: moment.microseconds)
            return .done
        case .take(let coins):
            return purses[wallet]?.takeBack(Int(coins.coins), at: moment) == true ? .done : .refused
        }
    }

    private mutating func apply(_ credit: CreditPurchase, to wallet: UInt8) -> Verdict {
        let id = credit.purchase.transactionID
        if let owner = owners[id] {
            if owner != wallet { return .elsewhere }
            if purses[wallet]?.sales.contains(id) == true { return .again }
        }
        hear(StoreWord(credit.purchase), about: id)
        owners[id] = wallet
        if words[id]?.revocation?.isFull == true { return .refunded }
        var purse = purses[wallet] ?? PlainPurse()
        purse.sales.insert(id)
        purse.add(Int(credit.coins.coins), sale: id, expiry: nil)
        purse.add(Int(credit.bonus.coins), sale: id, expiry: nil)
        purse.refund(id, share: share(id))
        purse.meetDebts()
        purses[wallet] = purse
        return .done
    }

    private mutating func apply(_ refund: RefundPurchase, to wallet: UInt8, at moment: Instant) -> Verdict {
        guard let owner = owners[refund.key.id], purses[owner]?.sales.contains(refund.key.id) == true else {
            return .notCredited
        }
        if owner != wallet { return .elsewhere }
        let before = share(refund.key.id)
        guard hear(refund.word, about: refund.key.id) else { return .unchanged }
        let share = share(refund.key.id)
        let moved = purses[wallet]?.refund(refund.key.id, share: share) ?? 0
        // Money that moves without a coin is told too.
        guard moved > 0 || share != before else { return .unchanged }
        purses[wallet]?.meetDebts()
        // What was found for a wallet that is merged now says nothing of the other's spends.
        guard wallet == named else { return .done }
        for number in refund.revocable { takeBack(number, sale: refund.key.id, from: wallet, at: moment) }
        return .done
    }

    /// A course that coins of the sale bought goes while some of them are owed.
    private mutating func takeBack(_ number: Int64, sale: TransactionID, from wallet: UInt8, at moment: Instant) {
        let name = SpendName(wallet: wallet, number: number)
        guard let spend = spends[wallet]?.firstIndex(of: name), let purse = purses[wallet],
            purse.debts.contains(sale), purse.spends[spend].coins.contains(where: { $0.sale == sale }),
            let title = owned.first(where: { $0.hasPrefix("\(wallet)/") && givers[$0]?.contains(spend) == true }),
            purses[wallet]?.undo(spend, nil, at: moment) == true
        else { return }
        purses[wallet]?.dropExpired(at: moment)
        givers[title]?.removeAll { $0 == spend }
        if givers[title]?.isEmpty == true { owned.remove(title) }
    }

    @discardableResult
    private mutating func hear(_ word: StoreWord, about id: TransactionID) -> Bool {
        if let known = words[id], known.signedAt >= word.signedAt { return false }
        words[id] = word
        return true
    }

    /// Of a sale's coins, as a fraction.
    private func share(_ id: TransactionID) -> Double {
        guard let revocation = words[id]?.revocation else { return 0 }
        return Double(revocation.percentageMilli ?? 100_000) / 100_000
    }

    private mutating func apply(_ spend: SpendItem, to wallet: UInt8, at moment: Instant) -> Verdict {
        let title = "\(wallet)/\(spend.item.text)"
        guard isForSale(spend, wallet),
            purses[wallet, default: PlainPurse()].spend(Int(total(spend)), at: moment)
        else { return .refused }
        if spend.item.text != "a" {
            owned.insert(title)
            givers[title] = [(purses[wallet]?.spends.count ?? 0) - 1]
        }
        return .done
    }

    private func total(_ spend: SpendItem) -> Int64 { spend.expectedPrice.coins * Int64(spend.quantity) }

    private func isForSale(_ spend: SpendItem, _ wallet: UInt8) -> Bool {
        let price = ["a": 30, "once": 45, "free": 0][spend.item.text]
        let isKept = purses[wallet]?.holds.contains { $0.isOpen && $0.once == spend.item.text } == true
        return price == Int(spend.expectedPrice.coins) && !owned.contains("\(wallet)/\(spend.item.text)")
            && debt(wallet) == 0 && !isKept && !frozen.contains(wallet)
    }

    private mutating func apply(_ hold: PlaceHold, to wallet: UInt8, at moment: Instant) -> Verdict {
        var (coins, once): (Int64, String?) = (0, nil)
        switch hold.purpose {
        case .item(let spend):
            guard isForSale(spend, wallet) else { return .refused }
            coins = total(spend)
            once = spend.item.text == "a" ? nil : spend.item.text
        case .amount(let amount, _):
            guard amount.coins > 0, debt(wallet) == 0, !frozen.contains(wallet) else { return .refused }
            coins = amount.coins
        }
        let end = moment.adding(milliseconds: hold.lifeMs)
        let isHeld = purses[wallet, default: PlainPurse()].hold(Int(coins), until: end, once: once, at: moment)
        return isHeld ? .done : .refused
    }

    private mutating func apply(_ capture: CaptureHold, to wallet: UInt8) -> Verdict {
        guard let hold = holds[wallet]?.firstIndex(of: capture.hold),
            purses[wallet]?.capture(hold, capture.coins.map { Int($0.coins) }) == true
        else { return .refused }
        if let item = purses[wallet]?.holds[hold].once {
            owned.insert("\(wallet)/\(item)")
            givers["\(wallet)/\(item)", default: []].append((purses[wallet]?.spends.count ?? 0) - 1)
        }
        return .done
    }

    private mutating func apply(_ undo: UndoSpend, to wallet: UInt8, at moment: Instant) -> Verdict {
        guard let spend = spends[wallet]?.firstIndex(of: SpendName(wallet: named, number: undo.spend)),
            purses[wallet]?.undo(spend, undo.coins.map { Int($0.coins) }, at: moment) == true
        else { return .refused }
        if purses[wallet]?.spends[spend].coins.isEmpty == true {
            for title in owned where title.hasPrefix("\(wallet)/") {
                guard givers[title]?.contains(spend) == true else { continue }
                givers[title]?.removeAll { $0 == spend }
                if givers[title]?.isEmpty == true { owned.remove(title) }
            }
        }
        return .done
    }
}
