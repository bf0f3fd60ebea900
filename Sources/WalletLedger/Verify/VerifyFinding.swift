/// A row that is not what it should be.
package struct VerifyFinding: Hashable, Sendable {
    /// What is wrong with it; the word that stands in the report.
    package enum Rule: String, CaseIterable, Sendable {
        /// Whatever the row holds, it is none of ours.
        case unreadable
        /// The row stands under another bucket than its wallet's.
        case bucket
        /// A row of the journal is not there.
        case entryMissing = "entry_missing"
        /// A row of the journal does not have the hash that its content and the row before it give.
        case entryHash = "entry_hash"
        /// The rows of an operation do not fit together.
        case entryOperation = "entry_operation"
        /// Kind or accounts mean nothing.
        case entryAccounts = "entry_accounts"
        /// The figures after an entry are not those before it plus what it moved.
        case entryBalance = "entry_balance"
        case walletMissing = "wallet_missing"
        case walletBalance = "wallet_balance"
        /// Sequence, head, number of lots, time of the last entry.
        case walletHead = "wallet_head"
        case walletEnvironment = "wallet_environment"
        case lotMissing = "lot_missing"
        /// No entry issued it.
        case lotUnknown = "lot_unknown"
        case lotCounters = "lot_counters"
        /// Kind, purchase, product or time are not those of the entry that issued it.
        case lotOrigin = "lot_origin"
        /// A sale in the journal that no purchase stands for: lost, or credited a second time.
        case creditMissing = "credit_missing"
        /// A purchase that says it was credited, and no sale in the journal.
        case creditUnknown = "credit_unknown"
        /// Purchase and sale differ.
        case creditAmount = "credit_amount"
        /// Not what the pack's version gives for the quantity.
        case packAmount = "pack_amount"
        /// What was taken back is not what Apple's newest word says.
        case refund
        case holdMissing = "hold_missing"
        /// No entry placed it.
        case holdUnknown = "hold_unknown"
        /// State, coins, lots, price, times or end are not those of its entries.
        case hold
        case ownershipMissing = "ownership_missing"
        /// No spend gave it.
        case ownershipUnknown = "ownership_unknown"
        /// It began or ended otherwise than its entries say.
        case ownership
        /// The accounts do not add up to zero.
        case sums
        /// Coins that merges moved out of wallets and into none.
        case moved
        /// A seal that the journal does not give, or a root kept elsewhere that no seal has.
        case seal
        /// A record of the audit log is not there.
        case auditMissing = "audit_missing"
        /// A record does not have the hash that its content and the record before it give.
        case auditHash = "audit_hash"
        /// The head is not the last record.
        case auditHead = "audit_head"
    }

    package let rule: Rule
    package let table: String
    /// The row's primary key as it reads in SQL, without the bucket.
    package let key: String
    package let stored: String
    package let computed: String

    package init(rule: Rule, table: String, key: String, stored: String, computed: String) {
        self.rule = rule
        self.table = table
        self.key = key
        self.stored = stored
        self.computed = computed
    }
}

/// The first wrong rows of each kind, and how many there are.
package struct VerifyFindings: Sendable {
    private let namedMax: Int
    package private(set) var named: [VerifyFinding] = []
    package private(set) var counts: [VerifyFinding.Rule: Int64] = [:]

    /// - Parameter namedMax: how many rows of each kind are named; the others are counted.
    package init(namedMax: Int) { self.namedMax = namedMax }

    package var isEmpty: Bool { counts.isEmpty }

    mutating func add(
        _ rule: VerifyFinding.Rule, _ table: String, _ key: String, stored: String, computed: String
    ) {
        counts[rule, default: 0] += 1
        guard counts[rule, default: 0] <= namedMax else { return }
        named.append(VerifyFinding(rule: rule, table: table, key: key, stored: stored, computed: computed))
    }
}
