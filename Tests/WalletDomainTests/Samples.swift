import FoundationEssentials
import WalletDomain

/// Ready-made values for the domain's tests.
enum Samples {
    static let start = Instant(milliseconds: 1_790_000_000_000)
    static let caller = CallerID(1)

    static func wallet(_ number: UInt8) -> WalletID {
        WalletID(UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
    }

    static func state(_ number: UInt8, environment: StoreEnvironment = .production) -> WalletState {
        WalletState(id: wallet(number), environment: environment, head: [UInt8](repeating: 0, count: 32))
    }

    static func key(_ number: Int) -> UUID {
        func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * place)) }
        return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(3), byte(2), byte(1), byte(0)))
    }

    static func coins(_ coins: Int64) -> CoinAmount {
        guard let amount = try? CoinAmount(coins) else { preconditionFailure("a sample is in range") }
        return amount
    }

    static func item(_ name: String) -> ItemID {
        guard let item = try? ItemID(name) else { preconditionFailure("a sample is a slug") }
        return item
    }

    static func offer(
        _ name: String, price: Int64, kind: Offer.Kind = .repeatable, status: Offer.Status = .published
    ) -> Offer {
        Offer(
            item: item(name), kind: kind, status: status,
            versions: [
                PriceVersion(
                    number: 1, layer: .regular, price: coins(price), from: Instant(milliseconds: 0), to: nil)
            ])
    }

    static func purchase(_ transaction: Int, quantity: Int? = 1, at: Instant = start) -> Purchase {
        guard let id = try? TransactionID(String(transaction)) else { preconditionFailure("digits") }
        return Purchase(
            environment: .production, transactionID: id, bundleID: "com.example.courses", productID: "coins_100",
            kind: .consumable, quantity: quantity, purchasedAt: at, signedAt: at)
    }

    static func credit(
        _ transaction: Int, coins: Int64 = 100, bonus: Int64 = 0, at: Instant = start, word: StoreWord? = nil
    ) -> CreditPurchase {
        guard let pack = try? PackID("coins_100") else { preconditionFailure("a slug") }
        var purchase = purchase(transaction, at: at)
        if let word { (purchase.signedAt, purchase.revocation) = (word.signedAt, word.revocation) }
        return CreditPurchase(
            purchase: purchase, pack: pack, packVersion: 1, coins: self.coins(coins),
            bonus: self.coins(bonus), proof: StoredProof(kind: .signedTransaction, digest: [], bytes: []))
    }

    /// Apple's word, `milliseconds` after the start; nil: no refund.
    static func word(_ milliseconds: Int, percent milli: Int?) -> StoreWord {
        let at = start.adding(milliseconds: Int64(milliseconds))
        return StoreWord(signedAt: at, revocation: milli.map { Revocation(at: at, percentageMilli: $0) })
    }

    static func refund(
        _ transaction: Int, _ word: StoreWord, policy: RefundPolicy = .debt, revocable: [Int64] = []
    ) -> Command.Action {
        .refund(RefundPurchase(key: credit(transaction).key, word: word, policy: policy, revocable: revocable))
    }

    static func command(
        _ action: Command.Action, wallet: UInt8 = 1, key: Int? = nil, fingerprint: Int? = nil
    ) -> Command {
        let idempotency = key.map { Idempotency(key: Samples.key($0), fingerprint: Samples.key(fingerprint ?? $0)) }
        return Command(
            wallet: self.wallet(wallet), environment: .production, caller: caller, idempotency: idempotency,
            action: action)
    }

    static func spend(_ name: String, price: Int64, quantity: Int32 = 1) -> Command.Action {
        .spend(SpendItem(item: item(name), expectedPrice: coins(price), quantity: quantity))
    }

    static func undo(_ spend: Int64, coins: Int64? = nil, note: Note? = nil) -> Command.Action {
        .undo(UndoSpend(spend: spend, coins: coins.map { self.coins($0) }, note: note))
    }

    static func hold(
        _ name: String, price: Int64, quantity: Int32 = 1, lifeMs: Int64 = 60_000
    ) -> Command.Action {
        let spend = SpendItem(item: item(name), expectedPrice: coins(price), quantity: quantity)
        return .hold(PlaceHold(purpose: .item(spend), lifeMs: lifeMs))
    }

    static func hold(amount: Int64, note: Note? = nil, lifeMs: Int64 = 60_000) -> Command.Action {
        .hold(PlaceHold(purpose: .amount(coins(amount), note: note), lifeMs: lifeMs))
    }

    static func capture(_ hold: Int64, coins: Int64? = nil) -> Command.Action {
        .capture(CaptureHold(hold: hold, coins: coins.map { self.coins($0) }))
    }

    static func writeOff(_ amount: Int64? = nil) -> Command.Action {
        .writeOff(
            WriteOffDebt(
                coins: amount.map { coins($0) },
                ActByHand(note: Note(text: "goodwill", digest: [8]), origin: "192.0.2.1")))
    }

    static let act = ActByHand(note: Note(text: "fraud", digest: [9]), origin: "192.0.2.2", approval: key(77))

    /// Free coins, more or fewer.
    static func adjust(_ difference: Int64, expiresAt: Instant? = nil) -> Command.Action {
        .adjust(
            AdjustCoins(
                difference > 0 ? .give(coins(difference), until: expiresAt) : .take(coins(-difference)), act))
    }

    /// Nil: all.
    static func forfeit(_ amount: Int64? = nil) -> Command.Action {
        .forfeit(ForfeitCoins(coins: amount.map { coins($0) }, act))
    }

    static func freeze(_ isFrozen: Bool = true) -> Command.Action { .freeze(FreezeWallet(isFrozen, act)) }

    static func grant(_ amount: Int64, expiresAt: Instant? = nil) -> Command.Action {
        .grant(GrantCoins(coins: coins(amount), expiresAt: expiresAt, note: Note(text: "because", digest: [7])))
    }
}

/// Runs commands one after the other on in-memory wallets, in batches of any size: what the Writer does without SQL.
struct MemoryLedger {
    private(set) var states: [WalletID: WalletState]
    private(set) var journal: [Entry] = []
    private var operations: [OperationKey: [Entry]] = [:]
    private(set) var takeovers: [WalletID: WalletTakeover] = [:]
    private var sales: [LotKey: LotOpening.Sale?] = [:]
    private var transactions: [StoreTransaction.Key: StoreTransaction] = [:]
    private(set) var audits: [AuditedChange] = []
    var offers: [ItemID: Offer]
    var at = Samples.start

    private struct LotKey: Hashable {
        let wallet: WalletID
        let lot: Int32
    }

    init(wallets: [WalletState], offers: [Offer]) {
        states = Dictionary(uniqueKeysWithValues: wallets.map { ($0.id, $0) })
        self.offers = Dictionary(uniqueKeysWithValues: offers.map { ($0.item, $0) })
    }

    mutating func run(_ commands: [Command]) -> [Result<Outcome, WalletError>] {
        for key in commands.compactMap(\.action.purchase) where transactions[key] == nil {
            transactions[key] = StoreTransaction(key: key)
        }
        for id in states.keys {
            states[id]?.refundEntries = journal.filter { $0.wallet == id && $0.kind.isAboutRefunds }
            states[id]?.spends = [:]
        }
        for case (let wallet, .undo(let undo)) in commands.map({ ($0.wallet, $0.action) }) {
            let spend = spend(undo, in: wallet)
            states[wallet]?.spends[undo.id(in: wallet)] = spend
        }
        for case (let wallet, .refund(let refund)) in commands.map({ ($0.wallet, $0.action) }) {
            for number in refund.revocable {
                let undo = UndoSpend(spend: number, coins: nil, note: nil)
                let spend = spend(undo, in: wallet)
                states[wallet]?.spends[undo.id(in: wallet)] = spend
            }
        }
        var batch = Batch(
            LoadedBatch(
                at: at, wallets: states, operations: operations, offers: offers, transactions: transactions))
        let results = commands.map { batch.decide($0) }
        for (id, book) in batch.books {
            states[id] = book.state
            journal += book.entries
            for takeover in book.takeovers { takeovers[takeover.source] = takeover }
            for lot in book.newLots { sales[LotKey(wallet: id, lot: lot.number)] = lot.sale }
        }
        transactions = batch.transactions
        audits += batch.audits
        for (command, result) in zip(commands, results) {
            if case .success(.done(let entries, _)) = result, let key = OperationKey(command) {
                operations[key] = entries
            }
        }
        return results
    }

    /// As `ListRevocableSpends` finds them, for the lots of a purchase.
    func revocable(_ transaction: Int, wallet number: UInt8 = 1) -> [Int64] {
        let id = Samples.wallet(number)
        guard let credit = transactions[Samples.credit(transaction).key]?.credit else { return [] }
        let owned = Set((states[id]?.ownerships ?? [:]).values.map(\.operation))
        let spends = journal.filter { entry in
            entry.wallet == id && entry.kind == .spent && owned.contains(entry.operation)
                && entry.lots.contains { credit.lots.contains($0.lot) }
        }
        return Set(spends.map(\.operation)).sorted(by: >)
    }

    /// As the statements of `SpendTickets` read it.
    private func spend(_ undo: UndoSpend, in wallet: WalletID) -> PaidSpend? {
        let own = journal.filter { $0.wallet == wallet }
        let undos = own.filter {
            $0.kind == .undone && $0.references.refersTo == undo.spend && $0.references.refersWallet == undo.origin
        }
        var undone: [Int32: Int64] = [:]
        for use in undos.flatMap(\.lots) { undone[use.lot, default: 0] += use.coins }
        let times = Set(undos.map(\.operation)).count
        if let moved = undo.moved { return moved.adding(undone: undone, undos: times) }
        return PaidSpend(own.filter { $0.operation == undo.spend }, undone: undone, undos: times)
    }

    /// As `EstateReader` reads it.
    func estate(of wallet: WalletID) -> WalletEstate {
        let own = journal.filter { $0.wallet == wallet }
        var left: [Int32: Int64] = [:]
        for use in own.filter({ $0.operation == own.last?.operation && $0.credit == .moved }).flatMap(\.lots) {
            left[use.lot, default: 0] += use.coins
        }
        let lots = (states[wallet]?.lots ?? []).sorted { $0.number < $1.number }.map { lot in
            var lot = lot
            lot.removed -= left[lot.number] ?? 0
            return EstateLot(lot: lot, sale: sales[LotKey(wallet: wallet, lot: lot.number)] ?? nil)
        }
        return WalletEstate(
            wallet: wallet, environment: .production, lots: lots, refundEntries: own.filter(\.kind.isAboutRefunds),
            ownerships: states[wallet]?.ownerships ?? [:],
            purchases: transactions.values.filter { $0.owner == wallet }
                .map { EstatePurchase(key: $0.key, quantity: 1) })
    }

    /// As `WalletLeads` leads on: what a merged wallet is asked for, asked of the one that took it over.
    /// Nil: the spend that it names is none.
    func lead(_ command: Command, into other: WalletID) -> Command? {
        var action = command.action
        if case .undo(let undo) = action {
            guard let spend = spend(undo, in: command.wallet) else { return nil }
            let offset = takeovers[command.wallet]?.lotOffset ?? 0
            action = .undo(
                UndoSpend(spend: undo.spend, coins: undo.coins, note: undo.note, moved: spend.shifted(by: offset)))
        }
        if case .refund(let refund) = action {
            action = .refund(RefundPurchase(key: refund.key, word: refund.word, policy: refund.policy))
        }
        return Command(
            wallet: other, environment: command.environment, caller: command.caller,
            idempotency: command.idempotency.map { led($0, from: command.wallet) }, action: action)
    }

    /// Another key, and the same for the same way.
    private func led(_ idempotency: Idempotency, from source: WalletID) -> Idempotency {
        var key = idempotency.key.uuid
        (key.1, key.2) = (key.1 + 1, key.2 ^ source.uuid.uuid.0)
        return Idempotency(key: UUID(uuid: key), fingerprint: idempotency.fingerprint)
    }

    /// One command, wherever it leads.
    mutating func follow(_ command: Command) -> Result<Outcome, WalletError> {
        var (command, result) = (command, run(command))
        while case .success(.merged(let other)) = result {
            guard let next = lead(command, into: other) else { return .failure(.spendNotFound) }
            command = next
            result = run(command)
        }
        return result
    }

    /// Both halves.
    mutating func merge(_ source: UInt8, into target: UInt8, policy: RefundPolicy = .debt) -> [Entry] {
        let close = Command.Action.close(CloseWallet(into: Samples.wallet(target)))
        guard case .success(.done) = run(Samples.command(close, wallet: source, key: 900 + Int(source))) else {
            return []
        }
        let taking = TakeOver(
            estate: estate(of: Samples.wallet(source)), merge: Samples.key(Int(source)), policy: policy)
        let command = Samples.command(.takeOver(taking), wallet: target, key: 950 + Int(source))
        guard case .success(.done(let entries, _)) = run(command) else { return [] }
        return entries
    }

    mutating func run(_ command: Command) -> Result<Outcome, WalletError> { run([command])[0] }

    /// Apple's word from a notification: as the service does, a word about coins goes to them, any other is kept.
    mutating func hear(
        _ word: StoreWord, about transaction: Int, policy: RefundPolicy = .debt, revokes: Bool = false
    ) {
        let credit = Samples.credit(transaction)
        let known = transactions[credit.key] ?? StoreTransaction(key: credit.key)
        if known.credit != nil, let owner = known.owner {
            let wallet = owner.uuid.uuid.0
            let spends = revokes ? revocable(transaction, wallet: wallet) : []
            let refund = Samples.refund(transaction, word, policy: policy, revocable: spends)
            _ = run(Samples.command(refund, wallet: wallet))
            return
        }
        guard word.isNewer(than: known.word) else { return }
        transactions[credit.key, default: known].word = word
        guard word.revocation?.isFull != true, let owner = known.owner else { return }
        _ = run(Samples.command(.credit(credit), wallet: owner.uuid.uuid.0))
    }

    func balances(_ wallet: UInt8 = 1) -> Balances { states[Samples.wallet(wallet)]?.balances ?? .zero }
}

extension EntryKind {
    /// As the index `entries_refunds` in `Migrations/0011_merge_wallets.sql`.
    var isAboutRefunds: Bool { (5...8).contains(rawValue) || (16...17).contains(rawValue) }
}
