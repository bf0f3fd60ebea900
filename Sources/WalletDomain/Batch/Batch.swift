package import struct FoundationEssentials.UUID

/// Many commands decided in order, in memory, on what was loaded for them. Pure: no clock, no I/O.
///
/// A refusal writes nothing and spoils nothing for its neighbours; commands on one wallet see each other's effect.
package struct Batch: Sendable {
    package private(set) var books: [WalletID: WalletBook]
    package private(set) var transactions: [StoreTransaction.Key: StoreTransaction]
    package private(set) var credits: [CreditPurchase] = []
    /// Purchases about which something new is to be kept besides a credit.
    package private(set) var revised: Set<StoreTransaction.Key> = []
    package private(set) var notes: [WalletNote] = []
    package private(set) var audits: [AuditedChange] = []
    /// Purchases that another wallet's merge brought to their owner.
    package private(set) var adopted: Set<StoreTransaction.Key> = []
    private var operations: [OperationKey: [Entry]]
    private let offers: [ItemID: Offer]
    private let isComplete: Bool
    private let at: Instant

    package init(_ loaded: LoadedBatch) {
        books = loaded.wallets.mapValues { WalletBook($0) }
        transactions = loaded.transactions
        operations = loaded.operations
        offers = loaded.offers
        at = loaded.at
        isComplete = loaded.isComplete
    }

    package mutating func decide(_ command: Command) -> Result<Outcome, WalletError> {
        do throws(WalletError) {
            return .success(try outcome(of: command))
        } catch {
            return .failure(error)
        }
    }

    private mutating func outcome(of command: Command) throws(WalletError) -> Outcome {
        // Only what is asked for: a book is large, and a copy of it costs as much as a small decision.
        guard let status = books[command.wallet]?.state.status else { throw absence(of: command) }
        if status == .erased { try checkErased(for: command.action) }
        if case .all(let steps) = command.action { return try outcome(ofAll: steps, of: command) }
        if let replay = try replay(command) { return replay }
        if let other = books[command.wallet]?.state.mergedInto, Self.goesOn(command.action) {
            return .merged(into: other)
        }
        try checkStatus(status, for: command.action)
        let outcome = try apply(command)
        if case .done(let entries, _) = outcome, let key = OperationKey(command) { operations[key] = entries }
        return outcome
    }

    /// The first refusal takes back what the steps before it did, and says which it was. Keys of such steps are bound
    /// to all of them, so either all were done before or none was.
    private mutating func outcome(ofAll steps: [Command.Step], of command: Command) throws(WalletError) -> Outcome {
        let before = self
        var entries: [Entry] = []
        var replays = 0
        for (index, step) in steps.enumerated() {
            do throws(WalletError) {
                let outcome = try outcome(of: command.step(step))
                if case .merged = outcome {
                    guard index == 0 else { throw .idempotencyKeyReused }
                    return outcome
                }
                guard case .done(let more, let replayed) = outcome else { throw .internalError }
                entries += more
                replays += replayed ? 1 : 0
                guard replays == 0 || replays == index + 1 else { throw .idempotencyKeyReused }
            } catch {
                self = before
                throw .refusedStep(index + 1, error)
            }
        }
        return .done(entries, replayed: replays > 0)
    }

    private func absence(of command: Command) -> WalletError {
        guard isComplete, let error = command.action.errorWithoutWallet else { return .ledgerUnavailable }
        return error
    }

    /// The stored operation under the command's key, if it is the same request.
    private func replay(_ command: Command) throws(WalletError) -> Outcome? {
        guard let key = OperationKey(command), let entries = operations[key] else { return nil }
        guard entries.first?.first?.idempotency == command.idempotency else { throw .idempotencyKeyReused }
        return .done(entries, replayed: true)
    }

    /// What is left for a merged wallet itself: its holds are over, so whoever wants one is told how it ended.
    private static func goesOn(_ action: Command.Action) -> Bool {
        switch action {
        case .spend, .grant, .credit, .refund, .undo, .hold, .writeOff, .adjust, .forfeit, .freeze, .close, .takeOver,
            .all:
            true
        case .capture, .release, .expire, .erase: false
        }
    }

    /// Apple's word still counts, time goes on, and what another wallet left is not lost.
    private func checkErased(for action: Command.Action) throws(WalletError) {
        switch action {
        case .refund, .expire, .takeOver, .erase: return
        case .spend, .grant, .credit, .undo, .hold, .capture, .release, .writeOff, .adjust, .forfeit, .freeze, .close,
            .all:
            throw .userErased
        }
    }

    /// A frozen wallet is still credited; it cannot spend, but what was promised before is kept. What a person froze
    /// stays where it is: merged, its coins could be spent elsewhere.
    private func checkStatus(_ status: WalletState.Status, for action: Command.Action) throws(WalletError) {
        switch action {
        case .spend, .hold, .all: if status == .frozen || status == .suspended { throw .walletFrozen }
        case .close: if status == .suspended { throw .walletFrozen }
        case .credit, .grant, .refund, .undo, .capture, .release, .expire, .writeOff, .adjust, .forfeit, .freeze,
            .takeOver, .erase:
            return
        }
    }

    private mutating func apply(_ command: Command) throws(WalletError) -> Outcome {
        // The only copy: the book changes in place.
        guard var book = books.removeValue(forKey: command.wallet) else { throw .ledgerUnavailable }
        defer { books[command.wallet] = book }
        let moment = book.moment(at)
        // What is due ends first; a command that does nothing leaves no trace of that either.
        let before = ExpireHolds.isDue(book, at: moment) ? book : nil
        if before != nil { ExpireHolds.settle(&book, stamp: command.stamp(ExpireHolds.shape, at: moment)) }
        var isDone = false
        defer { if !isDone, let before { book = before } }
        let outcome = try decide(command, on: &book, at: moment, entriesBefore: before?.entries.count)
        if case .done = outcome { isDone = true }
        return outcome
    }

    private mutating func decide(
        _ command: Command, on book: inout WalletBook, at moment: Instant, entriesBefore: Int?
    ) throws(WalletError) -> Outcome {
        func stamp(_ shape: Int16) -> OperationStamp { command.stamp(shape, at: moment) }
        switch command.action {
        case .spend(let spend):
            let entries = try spend.decide(&book, offer: offers[spend.item], stamp: stamp(SpendItem.shape))
            return .done(entries, replayed: false)
        case .grant(let grant):
            let entries = try grant.decide(&book, stamp: stamp(GrantCoins.shape))
            if let act = grant.act { return record(.grantCoins, act, entries) }
            notes.append(WalletNote(wallet: command.wallet, note: grant.note))
            return .done(entries, replayed: false)
        case .credit(let credit):
            return try apply(credit, to: &book, stamp: stamp(CreditPurchase.shape))
        case .refund(let refund):
            return try apply(refund, to: &book, stamp: stamp(RefundPurchase.shape))
        case .undo(let undo):
            let entries = try undo.decide(&book, stamp: stamp(UndoSpend.shape))
            if let note = undo.note { notes.append(WalletNote(wallet: command.wallet, note: note)) }
            return .done(entries, replayed: false)
        case .all:
            // Its steps are decided one by one.
            throw .internalError
        case .hold(let hold):
            let offer = hold.item.flatMap { offers[$0] }
            let entries = try hold.decide(&book, offer: offer, stamp: stamp(PlaceHold.shape))
            if let note = hold.note { notes.append(WalletNote(wallet: command.wallet, note: note)) }
            return .done(entries, replayed: false)
        case .capture(let capture):
            return .done(try capture.decide(&book, stamp: stamp(CaptureHold.shape)), replayed: false)
        case .release(let release):
            return .done(try release.decide(&book, stamp: stamp(ReleaseHold.shape)), replayed: false)
        case .expire(let expire):
            let before = entriesBefore ?? book.entries.count
            return expire.decide(&book, stamp: stamp(ExpireHolds.shape), entriesBefore: before)
        case .writeOff(let writeOff):
            return record(.writeOffDebt, writeOff.act, try writeOff.decide(&book, stamp: stamp(WriteOffDebt.shape)))
        case .adjust(let adjustment):
            return record(.adjustCoins, adjustment.act, try adjustment.decide(&book, stamp: stamp(AdjustCoins.shape)))
        case .forfeit(let forfeit):
            return record(.forfeitCoins, forfeit.act, try forfeit.decide(&book, stamp: stamp(ForfeitCoins.shape)))
        case .freeze(let freezing):
            return apply(freezing, to: &book, caller: command.caller, at: moment)
        case .close(let closing):
            return .done(try closing.decide(&book, stamp: stamp(CloseWallet.shape)), replayed: false)
        case .takeOver(let taking):
            return .done(apply(taking, to: &book, stamp: stamp(TakeOver.shape)), replayed: false)
        case .erase(let erasure): return erasure.decide(&book)
        }
    }

    /// What a person did by hand stands with its reason in the log, by the transaction that does it.
    private mutating func record(_ action: AuditedChange.Action, _ act: ActByHand, _ entries: [Entry]) -> Outcome {
        let change = AuditedChange(action, act, entries)
        notes.append(WalletNote(wallet: change.wallet, note: act.note))
        audits.append(change)
        return .done(entries, replayed: false)
    }

    private mutating func apply(
        _ freezing: FreezeWallet, to book: inout WalletBook, caller: CallerID, at moment: Instant
    ) -> Outcome {
        let before = book.state.status
        let outcome = freezing.decide(&book)
        guard case .done = outcome else { return outcome }
        notes.append(WalletNote(wallet: book.state.id, note: freezing.act.note))
        audits.append(AuditedChange(freezing, before: before, book.state, caller: caller, at: moment))
        return outcome
    }

    private mutating func apply(
        _ refund: RefundPurchase, to book: inout WalletBook, stamp: OperationStamp
    ) throws(WalletError) -> Outcome {
        guard var transaction = transactions[refund.key] else { throw .ledgerUnavailable }
        let before = transaction
        let outcome = try refund.decide(&book, transaction: &transaction, stamp: stamp)
        keep(transaction, before: before)
        return outcome
    }

    private mutating func apply(
        _ taking: TakeOver, to book: inout WalletBook, stamp: OperationStamp
    ) -> [Entry] {
        let before = transactions
        let entries = taking.decide(&book, transactions: &transactions, stamp: stamp)
        for key in taking.estate.purchases.map(\.key) where transactions[key] != before[key] { adopted.insert(key) }
        return entries
    }

    private mutating func keep(_ transaction: StoreTransaction, before: StoreTransaction) {
        guard transaction != before else { return }
        transactions[transaction.key] = transaction
        revised.insert(transaction.key)
    }

    private mutating func apply(
        _ credit: CreditPurchase, to book: inout WalletBook, stamp: OperationStamp
    ) throws(WalletError) -> Outcome {
        guard var transaction = transactions[credit.key] else { throw .ledgerUnavailable }
        let before = transaction
        let outcome = try credit.decide(&book, transaction: &transaction, stamp: stamp)
        keep(transaction, before: before)
        if case .done = outcome { credits.append(credit) }
        return outcome
    }
}

/// What the statements of a batch found, under its locks.
package struct LoadedBatch: Sendable {
    /// The batch's one time.
    package var at: Instant
    package var wallets: [WalletID: WalletState]
    package var operations: [OperationKey: [Entry]]
    package var offers: [ItemID: Offer]
    package var transactions: [StoreTransaction.Key: StoreTransaction]
    /// Every wallet that there is was read; false if some were passed over.
    package var isComplete = true

    package init(
        at: Instant, wallets: [WalletID: WalletState], operations: [OperationKey: [Entry]] = [:],
        offers: [ItemID: Offer] = [:], transactions: [StoreTransaction.Key: StoreTransaction] = [:]
    ) {
        self.at = at
        self.wallets = wallets
        self.operations = operations
        self.offers = offers
        self.transactions = transactions
    }
}

/// Where an idempotency key holds: one caller, one wallet.
package struct OperationKey: Hashable, Sendable {
    package let wallet: WalletID
    package let caller: CallerID
    package let key: UUID

    package init(wallet: WalletID, caller: CallerID, key: UUID) {
        self.wallet = wallet
        self.caller = caller
        self.key = key
    }

    package init?(_ command: Command) {
        guard let key = command.idempotency?.key else { return nil }
        self.init(wallet: command.wallet, caller: command.caller, key: key)
    }
}

package struct WalletNote: Hashable, Sendable {
    package let wallet: WalletID
    package let note: Note

    package init(wallet: WalletID, note: Note) {
        self.wallet = wallet
        self.note = note
    }
}
