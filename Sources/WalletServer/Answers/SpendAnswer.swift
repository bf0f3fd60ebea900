internal import WalletDomain

/// A spend, rendered from its entries alone, by the version of the shape that they carry.
/// A shape never changes: what it once wrote it writes for ever (golden tests keep each).
struct SpendAnswer: Answer {
    let entries: [Entry]
    let first: Entry
    private let last: Entry
    /// By lot, what came back since; nil in the answer to the spend itself, which tells of its own moment only.
    let undone: [Int32: Int64]?

    init(_ entries: [Entry], undone: [Int32: Int64]? = nil) throws(WalletError) {
        guard let first = entries.first, let last = entries.last, let head = first.first,
            first.kind == .spent, head.shape == SpendItem.shape
        else { throw .internalError }
        // A captured hold's rest and what followed from it stand behind.
        self.entries = entries.filter { $0.kind == .spent }
        self.first = first
        self.last = last
        self.undone = undone
    }

    func write(to object: inout JSONWriter) {
        let references = first.references
        object.member("spend", WireID.spend(OperationID(wallet: first.wallet, sequence: first.operation)))
        if let hold = references.refersTo {
            object.member("hold", WireID.hold(OperationID(wallet: first.wallet, sequence: hold)))
        }
        object.member("item", references.item?.text)
        object.member("quantity", references.quantity.map(Int64.init))
        object.member("unit_price", references.unitPrice)
        object.member("price_version", references.priceVersion.map(Int64.init))
        object.member("coins", entries.reduce(0) { $0 + $1.coins })
        object.array("lots") { list in
            for entry in entries {
                for use in entry.lots { list.object { write(use, of: entry.debit, to: &$0) } }
            }
        }
        object.member("undone", undone.map { $0.values.reduce(0, +) })
        object.object("balance") { $0.balances(last.after) }
        object.member("version", last.sequence)
        object.member("at", first.at.text)
    }

    private func write(_ use: LotUse, of account: Account, to object: inout JSONWriter) {
        object.lotUse(use, kind: account)
        object.member("undone", undone.map { $0[use.lot] ?? 0 })
    }
}

extension JSONWriter {
    /// Which lot, of what kind, how many of its coins.
    mutating func lotUse(_ use: LotUse, kind: Account) {
        member("lot", String(use.lot))
        member("kind", kind.name)
        member("coins", use.coins)
    }

    /// The figures of a wallet. `paid`, `bonus` and `promo` include held coins.
    mutating func balances(_ balances: Balances) {
        member("available", balances.available)
        member("paid", balances.paid)
        member("bonus", balances.bonus)
        member("promo", balances.promo)
        member("held", balances.held)
        member("debt", balances.debt)
    }
}
