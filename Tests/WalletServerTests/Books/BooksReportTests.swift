import TestSupport
import Testing
import WalletDomain
import WalletServer

/// Every report of every worked example adds up to the accounts, whatever days the period has.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct BooksReportTests {
    static let vectors = BooksVectors.all ?? []

    private static func each(_ vector: BooksVectors.Vector, _ check: (WrittenBooks) throws -> Void) throws {
        for period in [BooksVectors.Vector.always, try vector.laterPeriod, try vector.middlePeriod] {
            try check(WrittenBooks(vector, period))
        }
    }

    @Test("the trial balance is the accountant's, and the journal's lines add up to it", arguments: vectors)
    func trialBalance(vector: BooksVectors.Vector) throws {
        let books = try WrittenBooks(vector, BooksVectors.Vector.always)
        let ours = try books.rows(.trialBalance).map { row in
            ["account", "unit", "debit", "credit", "closing"].map { row[$0] ?? "" }.joined(separator: " ")
        }
        let theirs = vector.expected.trialBalance.map {
            "\($0.account) \($0.unit) \($0.debit) \($0.credit) \($0.balance)"
        }
        #expect(ours.sorted() == theirs.sorted())
        try Self.each(vector) { books in
            for row in try books.rows(.trialBalance) {
                for side in ["debit", "credit"] {
                    let lines = try books.sum(.journalLines, side) {
                        $0["account"] == row["account"] && $0["unit"] == row["unit"]
                    }
                    #expect(String(lines) == row[side])
                }
            }
        }
    }

    @Test("journal lines stand in the order of their days, and name what they are about", arguments: vectors)
    func journalLines(vector: BooksVectors.Vector) throws {
        let books = try WrittenBooks(vector, BooksVectors.Vector.always)
        let rows = try books.rows(.journalLines)
        let days = rows.map { $0["posting_date"] ?? "" }
        #expect(days == days.sorted())
        #expect(rows.count == (try BooksStage(vector).all.reduce(0) { $0 + $1.entry.figures.count }))
        for row in rows where row["kind"] == "sold" {
            #expect(row["transaction_id"]?.isEmpty == false && row["entry_hash"]?.count == 64)
            #expect(row["recorded_at"]?.hasSuffix("Z") == true)
        }
    }

    @Test("coins and money roll forward as the accountant says, period by period", arguments: vectors)
    func rollforwards(vector: BooksVectors.Vector) throws {
        for expected in vector.expected.rollforwardCoins + vector.expected.rollforwardLiability {
            let period = BooksPeriod(from: BooksPlay.day(expected.from, 0), to: BooksPlay.day(expected.to, 0))
            let books = try WrittenBooks(vector, period)
            let isCoins = ["paid", "bonus", "promo", "debt"].contains(expected.name)
            let kind = isCoins ? ReportKind.coinRollforward : .liabilityRollforward
            let row = try books.rows(kind).first { $0[isCoins ? "kind" : "unit"] == expected.name }
            for (column, figure) in expected.figures {
                #expect(row?[column] ?? "0" == String(figure), "\(vector.id) \(expected.from) \(column)")
            }
        }
    }

    @Test("revenue by course, product and kind adds up to the income accounts", arguments: vectors)
    func revenue(vector: BooksVectors.Vector) throws {
        let incomes: [(String, BooksAccount)] = [
            ("course undone", .courses), ("breakage", .breakage), ("forfeited", .forfeited),
            ("debt_recovery", .debtRecovery), ("refund", .refunds),
        ]
        try Self.each(vector) { books in
            for unit in books.currencies {
                for (kinds, account) in incomes {
                    let net = try books.sum(.revenue, "net") {
                        $0["unit"] == unit && kinds.split(separator: " ").contains(Substring($0["kind"] ?? ""))
                    }
                    let moved = books.balance(account, unit, \.credit) - books.balance(account, unit, \.debit)
                    #expect(net == moved, "\(vector.id) \(unit) \(kinds)")
                }
                let commission = try books.sum(.revenue, "commission") { $0["unit"] == unit }
                #expect(
                    commission
                        == books.balance(.commission, unit, \.debit) - books.balance(.commission, unit, \.credit))
            }
        }
    }

    @Test("lots are worth what the accounts hold, at any period's end", arguments: vectors)
    func lots(vector: BooksVectors.Vector) throws {
        try Self.each(vector) { books in
            for unit in books.currencies {
                let liability = try books.sum(.lots, "liability") { $0["unit"] == unit }
                #expect(liability == -books.balance(.coinLiability, unit), "\(vector.id) \(unit)")
                let deferred = try books.sum(.lots, "deferred_commission") { $0["unit"] == unit }
                #expect(deferred == books.balance(.deferredCommission, unit), "\(vector.id) \(unit)")
            }
            for (kind, account) in [("paid", BooksAccount.paidCoins), ("bonus", .bonusCoins), ("promo", .promoCoins)] {
                #expect(try books.sum(.lots, "live") { $0["kind"] == kind } == -books.balance(account, "COIN"))
            }
            for row in try books.rows(.lots) {
                let counters = try ["coins", "consumed", "removed", "live"].map {
                    try #require(Int64(row[$0] ?? ""))
                }
                #expect(counters[0] - counters[1] - counters[2] == counters[3] && counters.allSatisfy { $0 >= 0 })
            }
        }
        let all = try WrittenBooks(vector, BooksVectors.Vector.always).rows(.lots)
        for expected in vector.expected.lots {
            let row = try #require(all.first { $0["lot_id"] == expected.lot })
            #expect(row["consumed"] == String(expected.consumed) && row["removed"] == String(expected.removed))
            #expect(row["live"] == String(expected.live) && row["live_broken"] == String(expected.liveBroken))
        }
    }

    @Test("debts, sales and refunds add up to their accounts", arguments: vectors)
    func registers(vector: BooksVectors.Vector) throws {
        try Self.each(vector) { books in
            #expect(try books.sum(.debts, "open") == books.balance(.coinDebt, "COIN"), "\(vector.id)")
            let sold = try books.sum(.salesRegister, "coins") + books.sum(.salesRegister, "bonus_coins")
            #expect(
                sold == books.balance(.coinsSold, "COIN", \.debit) + books.balance(.bonusIssued, "COIN", \.debit))
            for unit in books.currencies {
                let contra = try books.sum(.refundRegister, "contra_revenue") { $0["unit"] == unit }
                let moved = books.balance(.refunds, unit, \.debit) - books.balance(.refunds, unit, \.credit)
                #expect(contra == moved)
            }
        }
    }

    @Test("base dates come out as the accountant's")
    func baseDates() throws {
        for vector in Self.vectors {
            guard let expected = vector.expected.psa else { continue }
            let rows = try WrittenBooks(vector, BooksVectors.Vector.always).rows(.prepaidBalance)
            for date in expected {
                let row = try #require(rows.first { $0["base_date"] == date.baseDate })
                #expect(row["closing"] == String(date.closing) && row["used"] == String(date.used))
                #expect(row["deposit_at_least"] == String(date.depositAtLeast))
                #expect(row["over_threshold"] == String(date.overThreshold))
                #expect(row["refund_within_20pct_of_prior_issued"] == String(date.refundWithin20PctOfPriorIssued))
            }
        }
    }

    @Test("JSON lines say what the CSV says", arguments: vectors)
    func jsonLines(vector: BooksVectors.Vector) throws {
        let books = try WrittenBooks(vector, BooksVectors.Vector.always)
        let lines = try WrittenBooks(vector, BooksVectors.Vector.always, format: .jsonLines)
        for kind in ReportKind.ofPeriod {
            let objects = try lines.text("\(kind.rawValue).jsonl").split(separator: "\n").map(PlainJSON.object)
            #expect(objects == (try books.rows(kind)), "\(kind.rawValue)")
        }
    }

    @Test("whether rows wait in memory or on the disk makes no difference", arguments: vectors)
    func spools(vector: BooksVectors.Vector) throws {
        let memory = try WrittenBooks(vector, try vector.laterPeriod, isDetailed: true)
        let disk = try WrittenBooks(vector, try vector.laterPeriod, isDetailed: true, spoolBytes: 100)
        #expect(memory.files.map(\.name) == disk.files.map(\.name))
        for (left, right) in zip(memory.files, disk.files) { #expect(left.bytes == right.bytes, "\(left.name)") }
    }
}
