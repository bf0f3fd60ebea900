/// What a wallet did since the first sale whose money nobody knows: it is posted once more when it is learnt.
struct BooksPast: Sendable {
    enum Step: Sendable {
        case move(CoinMove)
        case recognised(OperationID, through: Int64)
        case brokenRemotely
    }

    let base: WalletBooks
    var steps: [Step] = []
}

/// A sale whose money is learnt later. The books tell what they would have told, less what they have told: so the end
/// is the same as if it had been known at once, to the last minor unit.
extension WalletBooks {
    /// Needed only while there is something to learn.
    mutating func remember(_ step: BooksPast.Step) {
        if past.isEmpty {
            guard case .move(let move) = step, move.bringsUnpriced else { return }
            past = [BooksPast(base: self)]
        }
        past[0].steps.append(step)
    }

    /// - Returns: the whole lots' money first, then what each later move adds, by the kinds of these moves.
    mutating func price(_ sale: TransactionID, _ money: SaleMoney) -> [BookEntry] {
        guard unpriced[sale] != nil, let past = past.first else {
            preconditionFailure("only what was sold without its money is priced")
        }
        var told = past.base
        var known = past.base
        var steps: [BooksPast.Step] = []
        var entries: [BookEntry] = []
        for step in past.steps {
            let before = told.play(step)
            let (priced, arrivals) = step.knowing(money, of: sale)
            steps.append(priced)
            entries += arrivals + Self.difference(known.play(priced), before)
        }
        self = known
        if !unpriced.isEmpty { self.past = [BooksPast(base: past.base, steps: steps)] }
        return entries
    }

    private mutating func play(_ step: BooksPast.Step) -> [BookEntry] {
        switch step {
        case .move(let move): return apply(move)
        case .recognised(let operation, let day):
            var entry = BookEntry(.courseRecognised)
            terms[operation]?.recognise(through: day, in: &entry)
            return [entry]
        case .brokenRemotely: return breakRemote().map { [$0] } ?? []
        }
    }

    /// Kind by kind, since a move may tell more with the money than without.
    private static func difference(_ known: [BookEntry], _ told: [BookEntry]) -> [BookEntry] {
        var entries = known
        for entry in told {
            let place = entries.firstIndex { $0.kind == entry.kind } ?? entries.endIndex
            if place == entries.endIndex { entries.append(BookEntry(entry.kind)) }
            entries[place].subtract(entry)
        }
        return entries.filter { !$0.isEmpty }.map { $0.kind == .sold ? $0.renamed(.priced) : $0 }
    }
}

extension CoinMove {
    fileprivate var bringsUnpriced: Bool {
        switch self {
        case .sold(_, _, _, let money): money == nil
        case .arrived(let books, _): !books.unpriced.isEmpty
        case .priced, .granted, .spent, .undone, .refunded, .refundReversed, .debtSettled, .expired, .adjustedUp,
            .adjustedDown, .forfeited, .debtWrittenOff, .left:
            false
        }
    }
}

extension BooksPast.Step {
    /// The step as it would have been; and what a wallet that came with it then tells of its own past.
    fileprivate func knowing(_ money: SaleMoney, of sale: TransactionID) -> (BooksPast.Step, [BookEntry]) {
        switch self {
        case .move(.sold(sale, let paid, let bonus, nil)):
            return (.move(.sold(sale, paid: paid, bonus: bonus, money)), [])
        case .move(.arrived(let books, let offset)) where books.unpriced[sale] != nil:
            var books = books
            let entries = books.price(sale, money).map { $0.shifted(by: offset) }
            return (.move(.arrived(books, offset: offset)), entries)
        case .move, .recognised, .brokenRemotely: return (self, [])
        }
    }
}
