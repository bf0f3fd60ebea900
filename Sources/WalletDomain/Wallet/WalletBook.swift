/// One wallet while a batch decides about it: its state, and what the batch adds to it.
///
/// Decisions check everything first and post last, so a refusal leaves the book as it was.
package struct WalletBook: Sendable {
    package private(set) var state: WalletState
    /// As loaded: the guard of the write.
    package let loadedSequence: Int64
    package let loadedBalances: Balances

    package private(set) var entries: [Entry] = []
    package private(set) var newLots: [LotOpening] = []
    package private(set) var changedLots: Set<Int32> = []
    package private(set) var newOwnerships: [ItemOwnership] = []
    package private(set) var endedOwnerships: [OwnershipEnd] = []
    /// Owned before this batch, by other operations now.
    package private(set) var changedOwners: Set<ItemID> = []
    package private(set) var takeovers: [WalletTakeover] = []
    package private(set) var newHolds: [Int64] = []
    /// Placed before this batch.
    package private(set) var endedHolds: [Int64] = []
    /// As the postings decided so far leave them.
    package internal(set) var refunds: RefundTallies
    package let loadedStatus: WalletState.Status

    package init(_ state: WalletState) {
        self.state = state
        refunds = RefundTallies(state.refundEntries)
        loadedStatus = state.status
        loadedSequence = state.sequence
        loadedBalances = state.balances
    }

    package var isChanged: Bool { !entries.isEmpty || state.status != loadedStatus }

    /// The moment an entry written now is dated: never before the wallet's last one.
    package func moment(_ batchTime: Instant) -> Instant { max(batchTime, state.lastAt) }

    /// The lot as it stands now, spent ones of this batch included.
    package func lot(_ number: Int32) -> Lot? { state.lots.first { $0.number == number } }

    /// Writes one operation: its postings become consecutive entries, the first carries the head.
    package mutating func post(
        _ postings: [Posting], as operation: OperationStamp, answeredBy entryCount: Int? = nil
    ) -> [Entry] {
        precondition(!postings.isEmpty, "an accepted command writes at least one entry")
        let first = state.sequence + 1
        for (index, posting) in postings.enumerated() {
            let head = OperationHead(
                idempotency: operation.idempotency, entryCount: Int16(entryCount ?? postings.count),
                shape: operation.shape)
            append(posting, operation: first, head: index == 0 ? head : nil, stamp: operation)
        }
        return Array(entries.suffix(postings.count))
    }

    /// Writes several operations of nobody's call: each run of postings of one kind is one.
    package mutating func postRuns(_ postings: [Posting], as stamp: OperationStamp) -> [Entry] {
        Self.runs(postings).flatMap { post($0, as: stamp) }
    }

    /// Writes the operation of a call and what follows from it at once, each run of postings of one kind as an
    /// operation. The call's answer is rendered from them all.
    package mutating func post(
        _ postings: [Posting], followedBy others: [Posting], as stamp: OperationStamp
    ) -> [Entry] {
        let entries = post(postings, as: stamp, answeredBy: postings.count + others.count)
        let nobodys = OperationStamp(caller: stamp.caller, idempotency: nil, shape: stamp.shape, at: stamp.at)
        return entries + postRuns(others, as: nobodys)
    }

    private static func runs(_ postings: [Posting]) -> [[Posting]] {
        let kinds = postings.map(\.kind)
        let starts = postings.indices.filter { $0 == 0 || kinds[$0] != kinds[$0 - 1] }
        let ends = starts.dropFirst() + [postings.count]
        return zip(starts, ends).map { Array(postings[$0..<$1]) }
    }

    private mutating func append(
        _ posting: Posting, operation: Int64, head: OperationHead?, stamp: OperationStamp
    ) {
        // User accounts are liabilities: a credit raises them. House accounts have no figure here.
        state.balances.move(-posting.coins, on: posting.debit)
        state.balances.move(posting.coins, on: posting.credit)
        state.balances.held += posting.heldCoins
        state.sequence += 1
        state.lastAt = stamp.at
        entries.append(
            Entry(
                wallet: state.id, sequence: state.sequence, kind: posting.kind, debit: posting.debit,
                credit: posting.credit, coins: posting.coins, after: state.balances, lots: posting.lots,
                operation: operation, caller: stamp.caller, first: head, references: posting.references,
                at: stamp.at, storeAt: posting.storeAt))
    }

    /// Opens a lot and returns its number. The coins arrive with the posting that names it.
    package mutating func open(_ opening: LotOpening) -> Int32 {
        state.lotCount += 1
        let number = state.lotCount
        state.lots.append(
            Lot(
                number: number, kind: opening.kind, issued: opening.coins, acquiredAt: opening.acquiredAt,
                expiresAt: opening.expiresAt))
        var numbered = opening
        numbered.number = number
        newLots.append(numbered)
        return number
    }

    package mutating func consume(_ uses: [LotUse]) { change(uses) { $0.consumed += $1 } }

    package mutating func remove(_ uses: [LotUse]) { change(uses) { $0.removed += $1 } }

    /// Coins that were removed return to their lots.
    mutating func restore(_ uses: [LotUse]) { change(uses) { $0.removed -= $1 } }

    /// As they stand now.
    package func holds(_ numbers: [Int64]) -> [Hold] { numbers.compactMap { state.holds[$0] } }

    mutating func hold(_ uses: [LotUse]) { change(uses) { $0.held += $1 } }

    mutating func letGo(_ uses: [LotUse]) { change(uses) { $0.held -= $1 } }

    mutating func place(_ hold: Hold) {
        state.holds[hold.number] = hold
        newHolds.append(hold.number)
    }

    mutating func end(
        _ number: Int64, as status: Hold.Status, by operation: Int64, at moment: Instant, captured: Int64 = 0
    ) {
        guard state.holds[number]?.status == .open else { preconditionFailure("an open hold ends once") }
        state.holds[number]?.status = status
        state.holds[number]?.captured = captured
        state.holds[number]?.end = Hold.End(operation: operation, at: moment)
        if !newHolds.contains(number) { endedHolds.append(number) }
    }

    /// Coins of a spend return to the lots that paid.
    mutating func returnUndone(_ uses: [LotUse], of spend: OperationID) {
        change(uses) { $0.consumed -= $1 }
        state.spends[spend]?.note(uses)
    }

    /// Nothing stays in it; whoever names it is led on.
    mutating func close(into other: WalletID) {
        state.status = .merged
        state.mergedInto = other
    }

    /// Nobody may use it any more; what it holds stays.
    mutating func erase() { state.status = .erased }

    mutating func tookOver(_ takeover: WalletTakeover) { takeovers.append(takeover) }

    /// By hand. Unfreezing also opens a wallet that refunds froze: what it owes still keeps it from spending.
    mutating func suspend(_ isFrozen: Bool) { state.status = isFrozen ? .suspended : .open }

    /// A wallet that refunds froze opens again when nothing is owed.
    mutating func freezeWhileInDebt(_ freezes: Bool) {
        switch (state.status, refunds.openDebt > 0) {
        case (.open, true) where freezes: state.status = .frozen
        case (.frozen, false): state.status = .open
        case (.open, _), (.frozen, _), (.merged, _), (.erased, _), (.suspended, _): return
        }
    }

    private mutating func change(_ uses: [LotUse], _ apply: (inout Lot, Int64) -> Void) {
        for use in uses {
            guard let index = state.lots.firstIndex(where: { $0.number == use.lot }) else {
                preconditionFailure("a decision used a lot that the wallet does not have")
            }
            apply(&state.lots[index], use.coins)
            precondition(state.lots[index].available >= 0, "a decision took more from a lot than it has")
            precondition(state.lots[index].removed >= 0, "a decision gave back more than was removed from a lot")
            precondition(state.lots[index].held >= 0, "a decision let go more than was held of a lot")
            precondition(state.lots[index].consumed >= 0, "a decision gave back more than was used of a lot")
            changedLots.insert(use.lot)
        }
    }

    package mutating func own(_ item: ItemID, by operation: Int64, at moment: Instant) {
        own(item, as: ItemOwner(OperationID(wallet: state.id, sequence: operation)), at: moment)
    }

    mutating func own(_ item: ItemID, as owner: ItemOwner, at moment: Instant) {
        precondition(state.ownerships[item] == nil, "an item is owned once")
        state.ownerships[item] = owner
        newOwnerships.append(
            ItemOwnership(wallet: state.id, item: item, operation: owner.operation, since: moment, givers: owner.givers)
        )
    }

    /// The item is owned, by these operations from now on.
    mutating func setGivers(of item: ItemID, _ givers: [OperationID]) {
        guard let owner = state.ownerships[item] else { preconditionFailure("only what is owned has givers") }
        state.ownerships[item]?.givers = givers
        if let new = newOwnerships.firstIndex(where: { $0.item == item && $0.operation == owner.operation }) {
            newOwnerships[new].givers = givers
        } else {
            changedOwners.insert(item)
        }
    }

    /// Its item is owned, and because of it.
    func isOwned(by spend: PaidSpend) -> Bool {
        guard let item = spend.item, let owner = state.ownerships[item] else { return false }
        return owner.givers.contains { spend.givers.contains($0) }
    }

    /// The item may be owned again, by another operation.
    package mutating func disown(_ item: ItemID, by operation: Int64, at moment: Instant) {
        guard let given = state.ownerships.removeValue(forKey: item)?.operation else {
            preconditionFailure("what is not owned cannot end to be")
        }
        changedOwners.remove(item)
        let end = ItemOwnership.End(operation: operation, at: moment)
        if let new = newOwnerships.firstIndex(where: { $0.item == item && $0.operation == given }) {
            newOwnerships[new].end = end
        } else {
            endedOwnerships.append(OwnershipEnd(wallet: state.id, item: item, given: given, end: end))
        }
    }
}

/// Who, when and under which key an operation is written.
package struct OperationStamp: Sendable {
    package let caller: CallerID
    package let idempotency: Idempotency?
    package let shape: Int16
    package let at: Instant

    package init(caller: CallerID, idempotency: Idempotency?, shape: Int16, at: Instant) {
        self.caller = caller
        self.idempotency = idempotency
        self.shape = shape
        self.at = at
    }
}
