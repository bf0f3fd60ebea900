import WalletDomain

/// The purchases of one wallet: each stands for one sale in its journal, and each sale for one purchase.
///
/// That a purchase is credited once in the world follows: its row is unique and names one sale, so of two sales of one
/// purchase one has no row.
struct CreditsCheck {
    private var lines: [PurchaseLine] = []
    private var sales: [Int64: Sale] = [:]
    private var refundEntries: [Entry] = []
    /// What was taken of purchased lots otherwise than by refunds and debts: for cause, here or before a merge.
    private var forfeited: [Int32: Int64] = [:]

    /// The entries of one sale: paid coins first, then those of the bonus.
    private struct Sale {
        let transaction: String
        let product: String?
        let quantity: Int32?
        let purchasedAt: Instant?
        let lot: Int32?
        var coins: Int64 = 0
        var bonus: Int64 = 0

        var text: String {
            "\(coins) and \(bonus) coins, lot \(lot ?? 0), product \(product ?? "none"), quantity \(quantity ?? 1), "
                + "purchased \(purchasedAt?.text ?? "never")"
        }
    }

    mutating func add(_ line: PurchaseLine) { lines.append(line) }

    mutating func note(
        _ line: EntryLine, _ facts: EntryLine.Facts, kind: EntryKind, debit: Account, credit: Account
    ) {
        if kind == .sold { noteSale(facts, as: facts.operation, credit: credit) }
        // A purchase that a merge brought: the entry of its paid coins stands for it, that of its bonus follows.
        if kind == .merged, debit == .moved, facts.transaction != nil {
            noteSale(facts, as: line.sequence - (credit == .bonus ? 1 : 0), credit: credit)
        }
        if kind == .forfeited || (kind == .merged && credit == .moved && debit != .promo) {
            for (lot, coins) in zip(facts.lots, facts.lotCoins) { forfeited[lot, default: 0] &+= coins }
        }
        // Of other kinds the tallies take no notice; only purchases that were refunded or owe have any.
        guard kind != .sold, facts.transaction != nil else { return }
        refundEntries.append(line.entry(facts, kind: kind, debit: debit, credit: credit))
    }

    private mutating func noteSale(_ facts: EntryLine.Facts, as sequence: Int64, credit: Account) {
        let sale = Sale(
            transaction: facts.transaction ?? "", product: facts.product, quantity: facts.quantity,
            purchasedAt: facts.storeAt, lot: facts.lots.first)
        if credit == .bonus {
            sales[sequence, default: sale].bonus &+= facts.coins
        } else {
            sales[sequence, default: sale].coins &+= facts.coins
        }
    }

    /// The wallet's findings so far, and these.
    func finish(_ check: WalletCheck) -> VerifyFindings {
        var findings = check.findings
        let tallies = RefundTallies(refundEntries)
        var unmatched = sales
        for line in lines {
            guard let creditedBy = line.creditedBy else { continue }
            compareEnvironment(line, check, &findings)
            guard let sale = unmatched.removeValue(forKey: creditedBy), sale.transaction == line.transaction else {
                findings.add(
                    .creditUnknown, "store_transactions", line.name, stored: "credited by \(check.name(creditedBy))",
                    computed: "no such sale")
                continue
            }
            compare(line, sale, &findings)
            compareWithPack(line, check, &findings)
            compareRefund(line, tallies, &findings)
        }
        // Whoever took over the wallet has its purchases.
        guard check.wallet?.isMerged != true else { return findings }
        for (sequence, sale) in unmatched.sorted(by: { $0.key < $1.key }) {
            findings.add(
                .creditMissing, "store_transactions", check.environmentName + "/" + sale.transaction, stored: "no row",
                computed: "credited by \(check.name(sequence)): \(sale.text)")
        }
        return findings
    }

    private func compareEnvironment(_ line: PurchaseLine, _ check: WalletCheck, _ findings: inout VerifyFindings) {
        guard let wallet = check.wallet, wallet.environment != line.environment else { return }
        findings.add(
            .walletEnvironment, "wallets", check.key.text, stored: "environment \(wallet.environment)",
            computed: "environment \(line.environment) of purchase \(line.name)")
    }

    private func compare(_ line: PurchaseLine, _ sale: Sale, _ findings: inout VerifyFindings) {
        guard
            line.coins != sale.coins || line.bonus != sale.bonus || line.lot != sale.lot
                || line.product != sale.product || line.quantity != sale.quantity
                || line.purchasedAt != sale.purchasedAt
        else { return }
        let stored = Sale(
            transaction: line.transaction, product: line.product, quantity: line.quantity,
            purchasedAt: line.purchasedAt, lot: line.lot, coins: line.coins ?? 0, bonus: line.bonus ?? 0)
        findings.add(.creditAmount, "store_transactions", line.name, stored: stored.text, computed: sale.text)
    }

    /// Also the sale's lots must name the pack.
    private func compareWithPack(_ line: PurchaseLine, _ check: WalletCheck, _ findings: inout VerifyFindings) {
        let version = ListPackWorths.PackVersion(pack: line.pack ?? "", number: line.packVersion ?? 0)
        let quantity = Int64(line.quantity ?? 1)
        let worth = check.catalogue.packs[version].map { ($0.coins.times(quantity), $0.bonus.times(quantity)) }
        let stored = "\(line.coins ?? 0) and \(line.bonus ?? 0) coins of \(version.pack) version \(version.number)"
        if worth?.0 != line.coins || worth?.1 != line.bonus {
            let computed = worth.map { "\($0.0 ?? 0) and \($0.1 ?? 0) coins" } ?? "there is no such version"
            findings.add(.packAmount, "store_transactions", line.name, stored: stored, computed: computed)
        }
        guard let number = line.lot, let lot = check.lots[number] else { return }
        guard lot.pack != line.pack || lot.packVersion != line.packVersion else { return }
        findings.add(
            .lotOrigin, "lots", "\(check.key.text)/\(number)",
            stored: "\(lot.pack ?? "no pack") version \(lot.packVersion ?? 0)",
            computed: "\(version.pack) version \(version.number) of purchase \(line.name)")
    }

    /// A refund takes what Apple's newest word says; what was written off once stays so. What was forfeited is not
    /// asked for again, so a refund may have taken less; one that came before may have taken more.
    private func compareRefund(_ line: PurchaseLine, _ tallies: RefundTallies, _ findings: inout VerifyFindings) {
        // A name that is none has no entries about refunds either.
        guard let transaction = try? TransactionID(line.transaction) else { return }
        let tally = tallies[transaction]
        let sold = (line.coins ?? 0).addingReportingOverflow(line.bonus ?? 0).partialValue
        let refunded = line.word?.refundedCoins(of: sold) ?? 0
        let lots = (line.bonus ?? 0) > 0 ? [line.lot, line.lot.map { $0 &+ 1 }] : [line.lot]
        let gone = lots.compactMap { $0 }.reduce(0) { $0 &+ (forfeited[$1] ?? 0) }
        let least = max(min(refunded, sold &- gone), tally.writtenOff)
        let most = max(refunded, tally.writtenOff)
        guard tally.taken < least || tally.taken > most else { return }
        findings.add(
            .refund, "store_transactions", line.name, stored: "\(refunded) of \(sold) coins refunded",
            computed: "\(tally.taken) coins taken, \(tally.writtenOff) of them written off")
    }
}

extension WalletCheck {
    /// As the purchases' keys begin.
    fileprivate var environmentName: String {
        wallet.flatMap { StoreEnvironment(code: $0.environment)?.rawValue } ?? "?"
    }
}

extension PurchaseLine {
    /// Environment and transaction id: the row's key.
    fileprivate var name: String {
        (StoreEnvironment(code: environment)?.rawValue ?? String(environment)) + "/" + transaction
    }
}

extension EntryLine {
    /// For the tallies of refunds, which read kind, accounts, coins, lots and purchase.
    fileprivate func entry(_ facts: Facts, kind: EntryKind, debit: Account, credit: Account) -> Entry {
        let uses = zip(facts.lots, facts.lotCoins).map { LotUse(lot: $0, coins: $1, usedBefore: 0) }
        var references = Entry.References()
        // What is no transaction id names no purchase.
        references.transaction = facts.transaction.flatMap { try? TransactionID($0) }
        return Entry(
            wallet: key.wallet, sequence: sequence, kind: kind, debit: debit, credit: credit, coins: facts.coins,
            after: facts.after, lots: uses, operation: facts.operation, caller: CallerID(facts.caller), first: nil,
            references: references, at: facts.at, storeAt: facts.storeAt)
    }
}

extension Int64 {
    /// Nil if there is no such number.
    fileprivate func times(_ factor: Int64) -> Int64? {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}
