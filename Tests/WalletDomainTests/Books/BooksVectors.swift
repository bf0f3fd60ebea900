import Foundation
import WalletDomain

/// The worked examples beside the project: events, and what an accountant expects in the books.
struct BooksVectors: Decodable {
    struct Event: Decodable {
        struct SettledRow: Decodable {
            let txn: String
            let proceeds_minor: Int64
        }

        struct Cleared: Decodable {
            let currency: String
            let minor: Int64
            let withheld_minor: Int64?
        }

        let id, type, at: String
        let user, txn, currency, expires_at, from, to, through, bank_currency: String?
        let coins, price_milli, commission_bp, commission_minor, tax_minor, bonus_coins: Int64?
        let revocation_percentage, access_days, inactive_months, expected_breakage_bp, bank_minor: Int64?
        let rows: [SettledRow]?
        let cleared: [Cleared]?

        enum CodingKeys: String, CodingKey {
            case id, type, at, user, txn, currency, expires_at, from, to, through, bank_currency, coins, price_milli
            case commission_bp, commission_minor, tax_minor, bonus_coins, revocation_percentage, access_days
            case inactive_months, expected_breakage_bp, bank_minor, rows
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? { try? values.decode(String.self, forKey: key) }
            func number(_ key: CodingKeys) -> Int64? { try? values.decode(Int64.self, forKey: key) }
            id = try values.decode(String.self, forKey: .id)
            type = try values.decode(String.self, forKey: .type)
            at = try values.decode(String.self, forKey: .at)
            (user, txn, currency, expires_at) = (text(.user), text(.txn), text(.currency), text(.expires_at))
            (from, to, through, bank_currency) = (text(.from), text(.to), text(.through), text(.bank_currency))
            (coins, price_milli) = (number(.coins), number(.price_milli))
            (commission_bp, commission_minor) = (number(.commission_bp), number(.commission_minor))
            (tax_minor, bonus_coins) = (number(.tax_minor), number(.bonus_coins))
            (revocation_percentage, access_days) = (number(.revocation_percentage), number(.access_days))
            (inactive_months, bank_minor) = (number(.inactive_months), number(.bank_minor))
            expected_breakage_bp = number(.expected_breakage_bp)
            rows = try values.decodeIfPresent([SettledRow].self, forKey: .rows)
            // Of a payment `from` is a list, of a cohort a day.
            cleared = try? values.decode([Cleared].self, forKey: .from)
        }
    }

    struct Policy: Decodable {
        let presentation, tax_mode, spend_order, bonus_allocation: String?
        let tax_rate_bp, tz_offset_minutes: Int64?

        var books: BooksPolicy {
            var policy = BooksPolicy()
            if presentation == "net" { policy.presentation = .net }
            if tax_mode == "operator_at_sale" { policy.taxMode = .operatorAtSale }
            if tax_mode == "operator_at_spend" { policy.taxMode = .operatorAtSpend }
            if bonus_allocation == "zero" { policy.bonusAllocation = .zero }
            policy.taxRateBP = tax_rate_bp ?? 0
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
        let coins, consumed, removed, live, live_broken, liability, deferred_commission: Int64
        let amount, commission: Int64?
    }

    struct Expected: Decodable {
        let journal: [JournalEntry]
        let lots: [ExpectedLot]
    }

    struct Vector: Decodable, CustomStringConvertible {
        let id: String
        let policy: Policy
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
        return try? JSONDecoder().decode(Self.self, from: data).vectors
    }()
}
