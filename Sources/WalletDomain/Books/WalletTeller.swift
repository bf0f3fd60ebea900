/// Tells the books of one wallet as its journal goes by: moves, prices that are learnt later, courses that are earned,
/// each with its day.
///
/// What it tells up to some row depends on nothing that was written later, so a closed period is told again as it was.
package struct WalletTeller: Sendable {
    /// The journal says what cannot be: somebody changed it (`coffer verify` finds the row).
    package struct Refusal: Error, Equatable, Sendable {
        package let wallet: WalletID
        package let sequence: Int64
        package let why: String

        package init(wallet: WalletID, sequence: Int64, why: String) {
            self.wallet = wallet
            self.sequence = sequence
            self.why = why
        }
    }

    package let wallet: WalletID
    let user: String
    let frame: BooksFrame
    let origins: [Int32: LotOrigin]
    /// Closed wallets that came into this one, each told up to then, by the operation that brought it.
    private let estates: [Int64: (teller: WalletTeller, offset: Int32)]
    package internal(set) var books: WalletBooks
    private var moves: JournalMoves
    var lots: [Int32: WalletAtEnd.LotFacts] = [:]
    /// By purchase: its facts, and the entry that sold it.
    var sales: [TransactionID: TellerSale] = [:]
    var spends: [OperationID: TellerSpend] = [:]
    /// The first day on which one of them is earned.
    var soonest = Int64.max
    /// Sales whose price is learnt later, the soonest first.
    var waiting: [(at: Instant, sale: TransactionID, money: LearnedMoney)] = []
    var lastPosted: [Int32: Int64] = [:]
    /// Lots that came by merges, as they stood then: what they held was posted in the other wallet.
    package private(set) var arrived: [Int32: LotBook] = [:]
    var learnedByLot: [Int32: LearnedMoney] = [:]
    private var run: [JournalRecord] = []
    var sequence: Int64 = 0
    var told = 0
    private var arrival: Int64?

    /// - Parameters:
    ///   - user: a pseudonym.
    ///   - origins: of the wallet's lots, by number.
    ///   - estates: of wallets that it took over, by the sequence of the operation's first entry.
    package init(
        _ wallet: WalletID, user: String, frame: BooksFrame, origins: [Int32: LotOrigin],
        estates: [Int64: (teller: WalletTeller, offset: Int32)] = [:]
    ) {
        self.wallet = wallet
        self.user = user
        self.frame = frame
        self.origins = origins
        self.estates = estates
        books = WalletBooks(policy: frame.policy)
        moves = JournalMoves(.init(money: { _ in nil }))
    }

    /// The wallet's rows in their order, none at or after the frame's end.
    package mutating func add(_ record: JournalRecord, _ hear: (PostedEntry) throws -> Void) throws {
        if let last = run.last?.entry, last.operation != record.entry.operation || last.kind != record.entry.kind {
            try tellRun(hear)
        }
        run.append(record)
    }

    /// After the last row.
    /// - Parameter takenOverAt: whoever took the wallet over tells what comes after it.
    package mutating func finish(takenOverAt: Instant? = nil, _ hear: (PostedEntry) throws -> Void) throws {
        try tellRun(hear)
        try advance(to: takenOverAt ?? frame.end, hear)
    }

    /// As the wallet stands then. A wallet that was taken over has nothing any more.
    package mutating func handOver() {
        books.handOver()
        (lots, waiting) = ([:], [])
    }

    package var atEnd: WalletAtEnd { WalletAtEnd(wallet: wallet, user: user, books: books, lots: lots) }

    private mutating func tellRun(_ hear: (PostedEntry) throws -> Void) throws {
        guard let first = run.first?.entry, let last = run.last else { return }
        defer { run.removeAll(keepingCapacity: true) }
        try advance(to: first.at, hear)
        (sequence, told) = (last.entry.sequence, 0)
        // The first of its entries brought what the others tell.
        guard arrival != first.operation else { return }
        if first.isArrival { return try arrive(first, last, hear) }
        let move: CoinMove?
        do throws(JournalMoves.Refusal) {
            move = try moves.move(run.map(\.entry))
        } catch {
            throw refusal("its \(first.kind.name) is none")
        }
        guard let move = completed(move, first, last) else { return }
        try post(move, first, last, hear)
    }

    /// With the money of a sale and the term of a course, where they are known.
    private mutating func completed(_ move: CoinMove?, _ first: Entry, _ last: JournalRecord) -> CoinMove? {
        if case .sold(let id, let paid, let bonus, _) = move {
            return .sold(id, paid: paid, bonus: bonus, noteSale(id, paid, bonus, first, last))
        }
        if case .spent(let operation, let parts, _) = move {
            return .spent(operation: operation, parts, term: noteSpend(operation, first, last))
        }
        return move
    }

    private mutating func arrive(
        _ first: Entry, _ last: JournalRecord, _ hear: (PostedEntry) throws -> Void
    ) throws {
        arrival = first.operation
        guard let (estate, offset) = estates[first.operation] else { throw refusal("nobody says what it took over") }
        moves.adopt(estate.moves, offset: offset)
        adopt(estate, offset)
        for (lot, book) in estate.books.lots { arrived[lot + offset] = book }
        try post(.arrived(estate.books, offset: offset), first, last, hear)
    }

    private mutating func post(
        _ move: CoinMove, _ first: Entry, _ last: JournalRecord, _ hear: (PostedEntry) throws -> Void
    ) throws {
        if let objection = books.objection(to: move) { throw refusal(objection) }
        let entries = books.post(move)
        noteLots(of: run.map(\.entry))
        let day = frame.days.day(of: first.dayMoment)
        let facts = facts(of: first, last)
        for entry in entries { try tell(entry, on: day, place: (last.lane, last.beat), facts, hear) }
    }

    func refusal(_ why: String) -> Refusal { Refusal(wallet: wallet, sequence: sequence, why: why) }
}

/// A purchase of the wallet.
struct TellerSale: Sendable {
    let facts: SaleFacts
    var lots: [Int32]
    let entry: EntryFacts
    /// Of its last refund.
    var refund: OperationID?
}

/// A spend of something that is delivered over days.
struct TellerSpend: Sendable {
    let entry: EntryFacts
    let lastDay: Int64
    /// Until when it was told as earned.
    var next: Int64
}

extension Entry {
    /// Apple's purchase date of a sale and its revocation date of a refund; of all else the time of decision.
    fileprivate var dayMoment: Instant {
        switch kind {
        case .sold, .refunded: storeAt ?? at
        case .granted, .spent, .expired, .debtSettled, .refundReversed, .debtWrittenOff, .held, .holdReleased,
            .holdExpired, .undone, .ownershipEnded, .merged, .mergedSpent, .mergedRefund, .mergedSettlement,
            .adjusted, .forfeited:
            at
        }
    }
}
