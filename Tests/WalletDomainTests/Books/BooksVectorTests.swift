import TestSupport
import Testing
import WalletDomain

/// The worked examples of the accounting page come out line by line.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct BooksVectorTests {
    @Test("every worked example posts what an accountant expects, event by event", arguments: BooksVectors.all ?? [])
    func journal(vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        var expected: [String: [BooksPlay.Place: Int64]] = [:]
        for entry in vector.expected.journal {
            for line in entry.lines {
                let place = BooksPlay.Place(account: Int16(line.account) ?? 0, unit: line.unit, lot: line.lot)
                expected[entry.event, default: [:]][place, default: 0] += line.debit - line.credit
            }
        }
        for event in vector.events.map(\.id) {
            let ours = (play.figures[event] ?? [:]).filter { $0.value != 0 }
            #expect(ours == (expected[event] ?? [:]).filter { $0.value != 0 }, "\(vector.id) \(event)")
            #expect(play.kinds[event] ?? [] == vector.expected.journal.filter { $0.event == event }.map(\.kind))
        }
    }

    @Test("and its lots end with the counters and the money that he expects", arguments: BooksVectors.all ?? [])
    func lots(vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        #expect(play.lots.count == vector.expected.lots.count)
        for expected in vector.expected.lots {
            guard let lot = play.lots[expected.lot] else {
                Issue.record("\(vector.id): no lot \(expected.lot)")
                continue
            }
            #expect(
                [lot.coins, lot.consumed, lot.removed, lot.live, lot.broken, lot.liability, lot.deferredCommission]
                    == [
                        expected.coins, expected.consumed, expected.removed, expected.live, expected.liveBroken,
                        expected.liability, expected.deferredCommission,
                    ], "\(vector.id) \(expected.lot)")
        }
    }

    @Test(
        "accounts end with the debits and credits that he expects, and each unit at zero",
        arguments: BooksVectors.all ?? [])
    func trialBalance(vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        var balance = TrialBalance(BooksPeriod(from: 0, to: 100_000))
        for posted in play.posted {
            #expect(posted.entry.isBalanced)
            balance.add(posted.entry, on: posted.postingDay)
        }
        let ours = balance.rows.map { key, row in
            "\(key.account.rawValue) \(key.unit.code) \(row.debit) \(row.credit) \(row.closing)"
        }
        let theirs = vector.expected.trialBalance.map {
            "\($0.account) \($0.unit) \($0.debit) \($0.credit) \($0.balance)"
        }
        #expect(ours.sorted() == theirs.sorted())
    }

    @Test("periods roll forward as he expects, coins and money", arguments: BooksVectors.all ?? [])
    func rollforwards(vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        let expected = vector.expected.rollforwardCoins + vector.expected.rollforwardLiability
        for row in expected {
            let period = BooksPeriod(from: BooksPlay.day(row.from, 0), to: BooksPlay.day(row.to, 0))
            var report = Rollforward(period)
            for posted in play.posted { report.add(posted.entry, on: posted.postingDay) }
            let ours = report.rows[try BooksColumns.key(row.name)] ?? Rollforward.Row()
            #expect(ours.opening == row.figures["opening"] && ours.closing == row.figures["closing"])
            for (column, kind) in BooksColumns.kinds(row.name) {
                #expect(ours[kind] == row.figures[column] ?? 0, "\(row.from) \(row.name) \(column)")
            }
        }
    }

    @Test("base dates report the prepaid balance as he expects", arguments: BooksVectors.all ?? [])
    func baseDates(vector: BooksVectors.Vector) throws {
        guard let dates = vector.policy.psa, let expected = vector.expected.psa else { return }
        var play = BooksPlay(vector)
        try play.run()
        let yen = try #require(Currency("JPY"))
        var opening: Int64 = 0
        var issuedBefore: Int64 = 0
        var from = Int64.min
        for date in expected {
            let to = BooksPlay.day(date.baseDate, 0)
            var figures = PrepaidFigures()
            for posted in play.posted where posted.postingDay > from && posted.postingDay <= to {
                figures.add(posted.entry.prepaid[yen] ?? PrepaidFigures())
            }
            let ours = PrepaidBalance(
                opening: opening, figures: figures, issuedBefore: issuedBefore, threshold: dates.threshold)
            #expect(
                [ours.opening, figures.issued, figures.used, figures.refunded, figures.other, ours.closing]
                    == [date.opening, date.issued, date.used, date.refunded, date.other, date.closing])
            #expect(ours.isOverThreshold == date.overThreshold && ours.depositAtLeast == date.depositAtLeast)
            #expect(ours.isWithinFifthOfIssuedBefore == date.refundWithin20PctOfPriorIssued)
            #expect(ours.isWithinTwentiethOfOpening == date.refundWithin5PctOfOpening)
            (opening, issuedBefore, from) = (ours.closing, figures.issued, to)
        }
    }
}

/// The worked examples' columns, by the kinds of entries that they sum.
enum BooksColumns {
    static func key(_ name: String) throws -> TrialBalance.Key {
        switch name {
        case "paid": TrialBalance.Key(account: .paidCoins, unit: .coin)
        case "bonus": TrialBalance.Key(account: .bonusCoins, unit: .coin)
        case "promo": TrialBalance.Key(account: .promoCoins, unit: .coin)
        case "debt": TrialBalance.Key(account: .coinDebt, unit: .coin)
        default: TrialBalance.Key(account: .coinLiability, unit: .money(try #require(Currency(name))))
        }
    }

    static func kinds(_ name: String) -> [(String, BookEntry.Kind)] {
        switch name {
        case "paid", "bonus", "promo":
            [
                ("sold", .sold), ("granted", .granted), ("spent", .spent), ("clawed_back", .refunded),
                ("restored", .refundReversed), ("debt_settled", .debtSettled), ("expired", .expired),
                ("adjusted", .adjusted), ("forfeited", .forfeited),
            ]
        case "debt":
            [
                ("incurred", .refunded), ("settled", .debtSettled), ("cancelled", .refundReversed),
                ("written_off", .debtWrittenOff),
            ]
        default:
            [
                ("sold", .sold), ("spent", .spent), ("debt_settled", .debtSettled), ("refunded", .refunded),
                ("restored", .refundReversed), ("forfeited", .forfeited), ("breakage", .breakage),
                ("breakage_reversed", .breakageReversed),
            ]
        }
    }
}
