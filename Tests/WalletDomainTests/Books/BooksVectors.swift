import Foundation
import WalletDomain

/// The worked examples beside the project: events, and what an accountant expects in the books.
struct BooksVectors: Decodable {
    struct Event: Decodable {
        struct SettledRow: Decodable {
            let txn: String
            let proceedsMinor: Int64
        }

        struct Cleared: Decodable {
            let currency: String
            let minor: Int64
            let withheldMinor: Int64?
        }

        let id, type, at: String
        let user, txn, currency, expiresAt, from, to, through, bankCurrency: String?
        let coins, priceMilli, commissionBp, commissionMinor, taxMinor, bonusCoins: Int64?
        let revocationPercentage, accessDays, inactiveMonths, expectedBreakageBp, bankMinor: Int64?
        let rows: [SettledRow]?
        let cleared: [Cleared]?

        enum CodingKeys: String, CodingKey {
            case id, type, at, user, txn, currency, expiresAt, from, to, through, bankCurrency, coins, priceMilli
            case commissionBp, commissionMinor, taxMinor, bonusCoins, revocationPercentage, accessDays
            case inactiveMonths, expectedBreakageBp, bankMinor, rows
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? { try? values.decode(String.self, forKey: key) }
            func number(_ key: CodingKeys) -> Int64? { try? values.decode(Int64.self, forKey: key) }
            id = try values.decode(String.self, forKey: .id)
            type = try values.decode(String.self, forKey: .type)
            at = try values.decode(String.self, forKey: .at)
            (user, txn, currency, expiresAt) = (text(.user), text(.txn), text(.currency), text(.expiresAt))
            (from, to, through, bankCurrency) = (text(.from), text(.to), text(.through), text(.bankCurrency))
            (coins, priceMilli) = (number(.coins), number(.priceMilli))
            (commissionBp, commissionMinor) = (number(.commissionBp), number(.commissionMinor))
            (taxMinor, bonusCoins) = (number(.taxMinor), number(.bonusCoins))
            (revocationPercentage, accessDays) = (number(.revocationPercentage), number(.accessDays))
            (inactiveMonths, bankMinor) = (number(.inactiveMonths), number(.bankMinor))
            expectedBreakageBp = number(.expectedBreakageBp)
            rows = try values.decodeIfPresent([SettledRow].self, forKey: .rows)
            // Of a payment `from` is a list, of a cohort a day.
            cleared = try? values.decode([Cleared].self, forKey: .from)
        }
    }

    struct Policy: Decodable {
        let presentation, taxMode, spendOrder, bonusAllocation: String?
        let taxRateBp, tzOffsetMinutes: Int64?
        let psa: BaseDates?

        struct BaseDates: Decodable {
            let baseDates: [String]
            let threshold: Int64
        }

        var books: BooksPolicy {
            var policy = BooksPolicy()
            if presentation == "net" { policy.presentation = .net }
            if taxMode == "operator_at_sale" { policy.taxMode = .operatorAtSale }
            if taxMode == "operator_at_spend" { policy.taxMode = .operatorAtSpend }
            if bonusAllocation == "zero" { policy.bonusAllocation = .zero }
            policy.taxRateBP = taxRateBp ?? 0
            return policy
        }
    }

    struct Line: Decodable {
        let account, unit: String
        let debit, credit: Int64
        let user, lot: String?
    }

    struct JournalEntry: Decodable {
        let event: String
        let kind: String
        let lines: [Line]
    }

    struct ExpectedLot: Decodable {
        let lot, user, kind: String
        let coins, consumed, removed, live, liveBroken, liability, deferredCommission: Int64
        let amount, commission: Int64?
    }

    struct ExpectedBalance: Decodable {
        let account, unit: String
        let debit, credit, balance: Int64
    }

    struct ExpectedBaseDate: Decodable {
        let baseDate: String
        let opening, issued, used, refunded, other, closing, depositAtLeast: Int64
        let overThreshold, refundWithin20PctOfPriorIssued, refundWithin5PctOfOpening: Bool
    }

    /// A line of figures by their columns' names; texts stand apart.
    struct Row: Decodable {
        let from, to: String
        let name: String
        let figures: [String: Int64]

        init(from decoder: any Decoder) throws {
            let all = try decoder.singleValueContainer().decode([String: Cell].self)
            from = all["from"]?.text ?? ""
            to = all["to"]?.text ?? ""
            name = all["kind"]?.text ?? all["unit"]?.text ?? ""
            figures = all.compactMapValues(\.number)
        }
    }

    struct Cell: Decodable {
        let text: String?
        let number: Int64?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try? value.decode(String.self)
            number = try? value.decode(Int64.self)
        }
    }

    struct Expected: Decodable {
        let journal: [JournalEntry]
        let lots: [ExpectedLot]
        let trialBalance: [ExpectedBalance]
        let rollforwardCoins, rollforwardLiability: [Row]
        let psa: [ExpectedBaseDate]?
    }

    struct Vector: Decodable, CustomStringConvertible {
        let id: String
        let policy: Policy
        let periods: [[String]]
        let events: [Event]
        let expected: Expected

        var description: String { id }
    }

    let vectors: [Vector]

    /// Nil where the folder is not there.
    static let all: [Vector]? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.deletingLastPathComponent().appending(path: "shared/accounting/vectors.json")
        guard let data = try? Data(contentsOf: file) else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(Self.self, from: data).vectors
        } catch {
            preconditionFailure("the worked examples cannot be read: \(error)")
        }
    }()
}
