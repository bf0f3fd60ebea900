internal import Crypto
import WalletDomain

/// One wallet while its rows go by: the journal is read back into figures, lots, purchases, holds and what is owned,
/// and compared.
///
/// It keeps the wallet's rows of these and its refunds (as a lane does that decides about them), never its entries.
struct WalletCheck {
    let key: WalletKey
    let catalogue: VerifiedCatalogue
    var findings: VerifyFindings
    let wallet: WalletLine?
    private(set) var balances = Balances.zero
    private(set) var moves = AccountMoves()
    private var head = Chain.origin
    private var lastSequence: Int64 = 0
    private var lastAt = Instant(microseconds: 0)
    /// Sequence of the first entry of the operation under way.
    private var operation: Int64 = 0
    /// The row before is not as it was written, so nothing can be said of what follows from it.
    private var isAfterGap = false
    private var buffer = CanonicalBytes()
    var lots = LotsCheck()
    var credits = CreditsCheck()
    var holds = HoldsCheck()
    var ownerships = OwnershipsCheck()

    init(
        _ key: WalletKey, _ wallet: WalletLine?, _ catalogue: VerifiedCatalogue, findings: VerifyFindings
    ) {
        self.key = key
        self.wallet = wallet
        self.catalogue = catalogue
        self.findings = findings
    }

    mutating func add(_ line: EntryLine) {
        checkSequence(line)
        defer { lastSequence = line.sequence }
        guard let facts = line.facts else {
            isAfterGap = true
            return findings.add(
                .unreadable, "entries", name(line.sequence), stored: "what cannot be an entry", computed: "an entry")
        }
        checkHash(line, facts)
        checkOperation(line, facts)
        checkMove(line, facts)
        lastAt = facts.at
        isAfterGap = false
    }

    /// After the last entry.
    mutating func finish() {
        lots.finish(key, &findings)
        findings = credits.finish(self)
        holds.finish(key, &findings)
        ownerships.finish(key, &findings)
        guard let wallet else {
            return findings.add(
                .walletMissing, "wallets", key.text, stored: "no row",
                computed: "sequence \(lastSequence), \(balances.text)")
        }
        check(wallet)
    }

    func name(_ sequence: Int64) -> String { "\(key.text)/\(sequence)" }

    private mutating func checkSequence(_ line: EntryLine) {
        guard line.sequence != lastSequence + 1 else { return }
        isAfterGap = true
        let missing = lastSequence + 1
        let last = line.sequence - 1
        findings.add(
            .entryMissing, "entries", name(missing), stored: "no row",
            computed: last > missing ? "entries \(missing) to \(last)" : "an entry")
    }

    private mutating func checkHash(_ line: EntryLine, _ facts: EntryLine.Facts) {
        defer { head = facts.hash }
        guard !isAfterGap else { return }
        let computed = Chain.hash(of: line, facts, after: head, &buffer)
        guard computed != facts.hash else { return }
        findings.add(
            .entryHash, "entries", name(line.sequence), stored: hexadecimal(facts.hash),
            computed: hexadecimal(computed))
    }

    /// An operation's entries follow each other, and its first carries the head.
    private mutating func checkOperation(_ line: EntryLine, _ facts: EntryLine.Facts) {
        if facts.operationEntries != nil {
            operation = line.sequence
        } else if isAfterGap {
            operation = facts.operation
        }
        guard facts.operation != operation || !facts.hasOneHead else { return }
        findings.add(
            .entryOperation, "entries", name(line.sequence), stored: "operation \(facts.operation)",
            computed: "operation \(operation), its head whole in its first entry")
    }

    private mutating func checkMove(_ line: EntryLine, _ facts: EntryLine.Facts) {
        guard let kind = EntryKind(rawValue: facts.kind), let debit = Account(rawValue: facts.debit),
            let credit = Account(rawValue: facts.credit), debit != credit, facts.coins >= 0,
            facts.lots.count == facts.lotCoins.count, facts.lots.count == facts.lotUsed.count
        else {
            balances = facts.after
            return findings.add(
                .entryAccounts, "entries", name(line.sequence),
                stored: "kind \(facts.kind), \(facts.coins) from \(facts.debit) to \(facts.credit)",
                computed: "a kind and two accounts")
        }
        moves.add(facts.coins, from: debit, to: credit)
        balances.add(-facts.coins, on: debit)
        balances.add(facts.coins, on: credit)
        for (lot, coins) in zip(facts.lots, facts.lotCoins) {
            let effect = LotEffect(
                kind: kind, debit: debit, credit: credit, coins: coins, isReferring: facts.refersTo != nil)
            balances.held &+= effect.held
            lots.note(effect, on: lot, kind: kind, credit: credit, facts)
        }
        credits.note(line, facts, kind: kind, debit: debit, credit: credit)
        holds.note(facts, kind: kind, onceItems: catalogue.onceItems)
        ownerships.note(facts, kind: kind, onceItems: catalogue.onceItems)
        // What follows is compared with what stands here, so that one wrong row is not told as many.
        defer { balances = facts.after }
        guard balances != facts.after, !isAfterGap else { return }
        findings.add(
            .entryBalance, "entries", name(line.sequence), stored: facts.after.text, computed: balances.text)
    }

    private mutating func check(_ wallet: WalletLine) {
        if wallet.balances != balances {
            findings.add(
                .walletBalance, "wallets", key.text, stored: wallet.balances.text, computed: balances.text)
        }
        // Whoever removes the last entries leaves the head that they had.
        if wallet.sequence > lastSequence, wallet.head != head {
            findings.add(
                .entryMissing, "entries", name(lastSequence + 1), stored: "no row",
                computed: "entries up to \(wallet.sequence)")
        } else if wallet.sequence != lastSequence || wallet.head != head || wallet.lots != lots.last
            || wallet.lastAt != lastAt
        {
            findings.add(
                .walletHead, "wallets", key.text,
                stored: headText(wallet.sequence, wallet.head, wallet.lots, wallet.lastAt),
                computed: headText(lastSequence, head, lots.last, lastAt))
        }
        if wallet.misplaced > 0 || StoreEnvironment(code: wallet.environment) == nil {
            findings.add(
                .walletEnvironment, "wallets", key.text, stored: "environment \(wallet.environment)",
                computed: "another one in user_wallets")
        }
    }

    private func headText(_ sequence: Int64, _ head: [UInt8], _ lots: Int32, _ at: Instant) -> String {
        "sequence \(sequence), head \(hexadecimal(head)), \(lots) lots, last at \(at.text)"
    }
}

extension EntryLine.Facts {
    /// All of an operation's head or nothing of it. Twin: the CHECKs on `entries`.
    fileprivate var hasOneHead: Bool {
        (operationEntries == nil) == (shape == nil) && (idempotencyKey == nil) == (fingerprint == nil)
            && (idempotencyKey == nil || operationEntries != nil)
    }
}

extension Balances {
    var text: String { "paid \(paid), bonus \(bonus), promo \(promo), held \(held), debt \(debt)" }

    /// As `move`, for figures that may be anything: nothing traps.
    fileprivate mutating func add(_ coins: Int64, on account: Account) {
        switch account {
        case .paid: paid &+= coins
        case .bonus: bonus &+= coins
        case .promo: promo &+= coins
        case .debt: debt &-= coins
        case .sold, .bonusIssued, .granted, .spent, .clawedBack, .refundReversed, .expired, .adjusted, .writtenOff,
            .moved:
            return
        }
    }
}
