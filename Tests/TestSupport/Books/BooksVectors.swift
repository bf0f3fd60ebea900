internal import Foundation
package import WalletDomain

/// The worked examples beside the project: events, and what an accountant expects in the books.
package struct BooksVectors: Decodable {
    package struct Event: Decodable {
        package struct SettledRow: Decodable {
            package let txn: String
            package let proceedsMinor: Int64
        }

        package struct Cleared: Decodable {
            package let currency: String
            package let minor: Int64
            package let withheldMinor: Int64?
        }

        package let id, type, at: String
        package let user, txn, currency, expiresAt, from, to, through, bankCurrency: String?
        package let coins, priceMilli, commissionBp, commissionMinor, taxMinor, bonusCoins: Int64?
        package let revocationPercentage, accessDays, inactiveMonths, expectedBreakageBp, bankMinor: Int64?
        package let rows: [SettledRow]?
        package let cleared: [Cleared]?

        enum CodingKeys: String, CodingKey {
            case id, type, at, user, txn, currency, expiresAt, from, to, through, bankCurrency, coins, priceMilli
            case commissionBp, commissionMinor, taxMinor, bonusCoins, revocationPercentage, accessDays
            case inactiveMonths, expectedBreakageBp, bankMinor, rows
        }

        package init(from decoder: any Decoder) throws {
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

    package struct Policy: Decodable {
        package let presentation, taxMode, spendOrder, bonusAllocation: String?
        package let taxRateBp, tzOffsetMinutes: Int64?
        package let psa: BaseDates?

        package struct BaseDates: Decodable {
            package let baseDates: [String]
            package let threshold: Int64
        }

        package var books: BooksPolicy {
            var policy = BooksPolicy()
            if presentation == "net" { policy.presentation = .net }
            if taxMode == "operator_at_sale" { policy.taxMode = .operatorAtSale }
            if taxMode == "operator_at_spend" { policy.taxMode = .operatorAtSpend }
            if bonusAllocation == "zero" { policy.bonusAllocation = .zero }
            policy.taxRateBP = taxRateBp ?? 0
            return policy
        }
    }

    package struct Line: Decodable {
        package let account, unit: String
        package let debit, credit: Int64
        package let user, lot: String?
    }

    package struct JournalEntry: Decodable {
        package let event: String
        package let kind: String
        package let lines: [Line]
    }

    package struct ExpectedLot: Decodable {
        package let lot, user, kind: String
        package let coins, consumed, removed, live, liveBroken, liability, deferredCommission: Int64
        package let amount, commission: Int64?
    }

    package struct ExpectedBalance: Decodable {
        package let account, unit: String
        package let debit, credit, balance: Int64
    }

    package struct ExpectedBaseDate: Decodable {
        package let baseDate: String
        package let opening, issued, used, refunded, other, closing, depositAtLeast: Int64
        package let overThreshold, refundWithin20PctOfPriorIssued, refundWithin5PctOfOpening: Bool
    }

    /// A line of figures by their columns' names; texts stand apart.
    package struct Row: Decodable {
        package let from, to: String
        package let name: String
        package let figures: [String: Int64]

        package init(from decoder: any Decoder) throws {
            let all = try decoder.singleValueContainer().decode([String: Cell].self)
            from = all["from"]?.text ?? ""
            to = all["to"]?.text ?? ""
            name = all["kind"]?.text ?? all["unit"]?.text ?? ""
            figures = all.compactMapValues(\.number)
        }
    }

    package struct Cell: Decodable {
        package let text: String?
        package let number: Int64?

        package init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try? value.decode(String.self)
            number = try? value.decode(Int64.self)
        }
    }

    package struct Expected: Decodable {
        package let journal: [JournalEntry]
        package let lots: [ExpectedLot]
        package let trialBalance: [ExpectedBalance]
        package let rollforwardCoins, rollforwardLiability: [Row]
        package let psa: [ExpectedBaseDate]?
    }

    package struct Vector: Decodable, CustomStringConvertible {
        package let id: String
        package let policy: Policy
        package let periods: [[String]]
        package let events: [Event]
        package let expected: Expected

        package var description: String { id }
    }

    package let vectors: [Vector]

    /// Nil where the folder is not there.
    package static let all: [Vector]? = {
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
