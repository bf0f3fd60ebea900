/// What happens between two rows of the journal: a price is learnt, a month ends.
extension WalletTeller {
    /// Days that end and prices that are learnt up to `moment`, in their order.
    mutating func advance(to moment: Instant, _ hear: (PostedEntry) throws -> Void) throws {
        while let next = waiting.first, next.at <= moment {
            try recogniseCourses(before: frame.days.day(of: next.at), hear)
            waiting.removeFirst()
            try learn(next.sale, next.money, hear)
        }
        try recogniseCourses(before: frame.days.day(of: moment), hear)
    }

    private mutating func learn(
        _ id: TransactionID, _ learned: LearnedMoney, _ hear: (PostedEntry) throws -> Void
    ) throws {
        guard let sale = sales[id] else { return }
        note(learned, of: id)
        var facts = sale.entry
        facts.recordedAt = learned.learnedAt
        let day = frame.days.day(of: learned.learnedAt)
        // It was learnt before a period could be closed whose day that is, so it stands where it happened.
        for entry in books.post(.priced(id, learned.money)) { try tell(entry, on: day, place: nil, facts, hear) }
    }

    /// Month by month, and on the last day of each term.
    private mutating func recogniseCourses(before limit: Int64, _ hear: (PostedEntry) throws -> Void) throws {
        guard soonest < limit else { return }
        defer { soonest = nextRecognition?.day ?? .max }
        while let next = nextRecognition, next.day < limit {
            guard var spend = spends[next.operation] else { return }
            spend.next = min(BooksDays.endOfMonth(next.day + 1), spend.lastDay)
            let isOver = next.day >= spend.lastDay
            spends[next.operation] = isOver ? nil : spend
            guard let entry = books.recogniseCourse(next.operation, through: next.day) else { continue }
            let place = (lane: spend.entry.lane, beat: spend.entry.beat)
            try tell(entry, on: next.day, place: place, spend.entry, hear)
        }
    }

    private var nextRecognition: (day: Int64, operation: OperationID)? {
        spends.map { (day: $0.value.next, operation: $0.key) }.min {
            ($0.day, $0.operation.wallet, $0.operation.sequence) < ($1.day, $1.operation.wallet, $1.operation.sequence)
        }
    }
}
