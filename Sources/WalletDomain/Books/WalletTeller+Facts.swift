/// What stands beside the figures: days, names, what an entry is about.
extension WalletTeller {
    mutating func tell(
        _ entry: BookEntry, on day: Int64, place: (lane: Int16, beat: Int64)?, _ facts: EntryFacts,
        _ hear: (PostedEntry) throws -> Void
    ) throws {
        guard !entry.isEmpty else { return }
        var posting = day
        if let place { posting = frame.calendar.postingDay(of: day, lane: place.lane, beat: place.beat) }
        let touched = Set(entry.figures.keys.compactMap(\.lot))
        for lot in touched { posting = max(posting, lastPosted[lot] ?? posting) }
        var names: [Int32: String] = [:]
        for lot in touched {
            names[lot] = lots[lot]?.name
            if let last = lots[lot]?.lastDay { lots[lot]?.lastDay = max(day, last) }
            lastPosted[lot] = posting
        }
        told += 1
        try hear(
            PostedEntry(
                id: BooksEntryID.text(wallet, sequence, told), entry: entry, day: day, postingDay: posting, user: user,
                lots: names, facts: facts))
    }

    func facts(of first: Entry, _ last: JournalRecord) -> EntryFacts {
        let sale = first.references.transaction.flatMap { sales[$0] }
        var facts = EntryFacts(
            wallet: wallet, sequences: first.sequence...last.entry.sequence, recordedAt: first.at, caller: first.caller,
            transaction: first.references.transaction, product: first.references.product ?? sale?.facts.product,
            item: first.references.item, storefront: sale?.facts.storefront, channel: sale?.facts.channel,
            corrects: corrected(by: first).map(BooksEntryID.operation), hash: last.hash)
        (facts.lane, facts.beat) = (last.lane, last.beat)
        return facts
    }

    private func corrected(by entry: Entry) -> OperationID? {
        switch entry.kind {
        case .undone:
            entry.references.refersTo.map {
                OperationID(wallet: entry.references.refersWallet ?? wallet, sequence: $0)
            }
        case .refundReversed: entry.references.transaction.flatMap { sales[$0]?.refund }
        case .sold, .granted, .spent, .expired, .refunded, .debtSettled, .debtWrittenOff, .held, .holdReleased,
            .holdExpired, .ownershipEnded, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted,
            .forfeited:
            nil
        }
    }

    /// - Returns: what it brought, if that was known when it was recorded.
    mutating func noteSale(
        _ id: TransactionID, _ paid: CoinMove.Part, _ bonus: CoinMove.Part?, _ first: Entry, _ last: JournalRecord
    ) -> SaleMoney? {
        let origin = origins[paid.lot]
        let sale = SaleFacts(
            transaction: id, product: first.references.product ?? "", storefront: origin?.storefront,
            channel: origin?.channel, quantity: first.references.quantity ?? 1,
            purchasedAt: first.storeAt ?? first.at, recordedAt: first.at, price: origin?.price)
        var entry = facts(of: first, last)
        (entry.storefront, entry.channel) = (sale.storefront, sale.channel)
        sales[id] = TellerSale(facts: sale, lots: [paid.lot] + [bonus?.lot].compactMap { $0 }, entry: entry)
        guard let learned = frame.facts.money(of: sale) else { return nil }
        if learned.learnedAt <= first.at {
            note(learned, of: id)
            return learned.money
        }
        guard learned.learnedAt < frame.end else { return nil }
        waiting.append((learned.learnedAt, id, learned))
        waiting.sort { ($0.at, $0.sale) < ($1.at, $1.sale) }
        return nil
    }

    mutating func note(_ learned: LearnedMoney, of id: TransactionID) {
        guard let sale = sales[id] else { return }
        for lot in sale.lots {
            learnedByLot[lot] = learned
            lots[lot]?.money = learned
        }
    }

    /// - Returns: over how many days it is delivered, if it is.
    mutating func noteSpend(_ operation: OperationID, _ first: Entry, _ last: JournalRecord) -> CourseTerm.Days? {
        guard let item = first.references.item,
            let count = frame.facts.termDays(of: item, spentAt: first.at), count > 0
        else { return nil }
        let day = frame.days.day(of: first.at)
        let next = min(BooksDays.endOfMonth(day), day + count - 1)
        spends[operation] = TellerSpend(entry: facts(of: first, last), lastDay: day + count - 1, next: next)
        soonest = min(soonest, next)
        return CourseTerm.Days(first: day, count: count)
    }

    /// Names and times of lots that these entries issued, and the newest refund.
    mutating func noteLots(of entries: [Entry]) {
        for entry in entries {
            if entry.kind == .refunded, let id = entry.references.transaction {
                let refund = OperationID(wallet: wallet, sequence: entry.operation)
                sales[id]?.refund = refund
            }
            for use in entry.lots where lots[use.lot] == nil && books.lots[use.lot] != nil {
                let acquiredAt = entry.storeAt ?? entry.at
                let sale = entry.references.transaction.flatMap { sales[$0]?.facts }
                lots[use.lot] = WalletAtEnd.LotFacts(
                    name: "\(user)-\(use.lot)", acquiredAt: acquiredAt, acquiredDay: frame.days.day(of: acquiredAt),
                    expiresAt: origins[use.lot]?.expiresAt, lastDay: frame.days.day(of: entry.at), sale: sale,
                    money: learnedByLot[use.lot])
            }
        }
    }

    /// What is known of a wallet that comes, by the numbers that its lots have here.
    mutating func adopt(_ estate: WalletTeller, _ offset: Int32) {
        for (lot, facts) in estate.lots { lots[lot + offset] = facts }
        for (lot, day) in estate.lastPosted { lastPosted[lot + offset] = day }
        for (lot, learned) in estate.learnedByLot { learnedByLot[lot + offset] = learned }
        for (id, sale) in estate.sales {
            var sale = sale
            sale.lots = sale.lots.map { $0 + offset }
            sales[id] = sale
        }
        spends.merge(estate.spends) { mine, _ in mine }
        soonest = min(soonest, estate.soonest)
        waiting = (waiting + estate.waiting).sorted { ($0.at, $0.sale) < ($1.at, $1.sale) }
    }
}

/// Names of entries: in the order in which they are heard, whatever reads them as text.
enum BooksEntryID {
    /// The wallet's bucket in three digits, the wallet, the last sequence of the journal that was read, and a counter.
    static func text(_ wallet: WalletID, _ sequence: Int64, _ counter: Int) -> String {
        hexadecimal(Int64(wallet.bucket), width: 3) + plain(wallet) + "-" + padded(sequence, width: 10) + "-"
            + padded(Int64(counter), width: 4)
    }

    static func operation(_ id: OperationID) -> String { "op_\(plain(id.wallet))_\(id.sequence)" }

    private static func plain(_ wallet: WalletID) -> String { wallet.text.filter { $0 != "-" } }

    private static func hexadecimal(_ number: Int64, width: Int) -> String { pad(String(number, radix: 16), width) }

    private static func padded(_ number: Int64, width: Int) -> String { pad(String(number), width) }

    private static func pad(_ digits: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
