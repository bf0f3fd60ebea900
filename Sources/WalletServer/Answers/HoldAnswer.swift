internal import WalletDomain

/// A hold as it was placed, rendered from its entries alone; see `SpendAnswer`. What became of it tells `ReadHold`.
struct HoldAnswer: Answer {
    private let entries: [Entry]
    private let first: Entry
    private let last: Entry

    init(_ entries: [Entry]) throws(WalletError) {
        guard let first = entries.first, let last = entries.last, first.kind == .held,
            first.first?.shape == PlaceHold.shape
        else { throw .internalError }
        self.entries = entries
        self.first = first
        self.last = last
    }

    func write(to object: inout JSONWriter) {
        object.member("hold", WireID.hold(OperationID(wallet: first.wallet, sequence: first.operation)))
        object.terms(first.references)
        object.member("coins", entries.touchedCoins)
        object.array("lots") { list in
            for entry in entries {
                for use in entry.lots { list.object { $0.lotUse(use, kind: entry.debit) } }
            }
        }
        object.member("expires_at", first.references.expiresAt?.text)
        object.object("balance") { $0.balances(last.after) }
        object.member("version", last.sequence)
        object.member("at", first.at.text)
    }
}

/// The end of a hold by a call: a release, or a capture with what was left over. Rendered from its entries alone.
struct HoldEndAnswer: Answer {
    private let entries: [Entry]
    private let first: Entry
    private let last: Entry
    private let hold: Int64

    init(_ entries: [Entry]) throws(WalletError) {
        guard let first = entries.first, let last = entries.last, let hold = first.references.refersTo,
            first.first?.shape == (first.kind == .spent ? CaptureHold.shape : ReleaseHold.shape),
            first.kind == .spent || first.kind == .holdReleased
        else { throw .internalError }
        self.entries = entries
        self.first = first
        self.last = last
        self.hold = hold
    }

    func write(to object: inout JSONWriter) {
        object.member("hold", WireID.hold(OperationID(wallet: first.wallet, sequence: hold)))
        let spent = entries.filter { $0.kind == .spent }
        if !spent.isEmpty {
            object.member("spend", WireID.spend(OperationID(wallet: first.wallet, sequence: first.operation)))
        }
        object.terms(first.references)
        if !spent.isEmpty {
            object.member("coins", spent.touchedCoins)
            object.array("lots") { list in
                for entry in spent { for use in entry.lots { list.object { $0.lotUse(use, kind: entry.debit) } } }
            }
        }
        // What came back, and what of it was gone at once.
        object.member("released", entries.filter { $0.kind == .holdReleased }.touchedCoins)
        object.member("expired", entries.filter { $0.kind == .expired }.touchedCoins)
        object.member("debt_met", entries.filter { $0.kind == .debtSettled }.touchedCoins)
        object.object("balance") { $0.balances(last.after) }
        object.member("version", last.sequence)
        object.member("at", first.at.text)
    }
}

extension [Entry] {
    /// Of their lots: for moves the same as their coins, for holds what they hold or let go.
    fileprivate var touchedCoins: Int64 { reduce(0) { $0 + $1.lots.reduce(0) { $0 + $1.coins } } }
}

extension JSONWriter {
    /// What a hold is for; nothing if it is for an amount.
    mutating func terms(_ references: Entry.References) {
        member("item", references.item?.text)
        member("quantity", references.quantity.map(Int64.init))
        member("unit_price", references.unitPrice)
        member("price_version", references.priceVersion.map(Int64.init))
    }
}
