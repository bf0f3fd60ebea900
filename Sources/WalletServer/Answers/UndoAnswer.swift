internal import WalletDomain

/// An undo, rendered from its entries alone, those that followed from it at once included; see `SpendAnswer`.
struct UndoAnswer: Answer {
    let undone: [Entry]
    private let expired: [Entry]
    private let settled: [Entry]
    private let endsOwnership: Bool
    private let last: Entry

    init(_ entries: [Entry]) throws(WalletError) {
        guard let first = entries.first, let last = entries.last, first.kind == .undone,
            first.first?.shape == UndoSpend.shape, first.references.refersTo != nil
        else { throw .internalError }
        undone = entries.filter { $0.kind == .undone }
        expired = entries.filter { $0.kind == .expired }
        settled = entries.filter { $0.kind == .debtSettled }
        endsOwnership = entries.contains { $0.kind == .ownershipEnded }
        self.last = last
    }

    func write(to object: inout JSONWriter) {
        let first = undone[0]
        object.member("undo", WireID.undo(OperationID(wallet: first.wallet, sequence: first.operation)))
        let wallet = first.references.refersWallet ?? first.wallet
        let spend = first.references.refersTo.map { OperationID(wallet: wallet, sequence: $0) }
        object.member("spend", spend.map(WireID.spend))
        object.member("item", first.references.item?.text)
        object.member("coins", undone.reduce(0) { $0 + $1.coins })
        object.array("lots") { list in
            for entry in undone {
                for use in entry.lots { list.object { write(use, of: entry.credit, to: &$0) } }
            }
        }
        object.member("expired", expired.reduce(0) { $0 + $1.coins })
        object.member("debt_met", settled.reduce(0) { $0 + $1.coins })
        object.member("ownership_ended", endsOwnership)
        object.object("balance") { $0.balances(last.after) }
        object.member("version", last.sequence)
        object.member("at", first.at.text)
    }

    /// Coins that came back to a lot, and how many of them were too old to stay.
    private func write(_ use: LotUse, of account: Account, to object: inout JSONWriter) {
        object.lotUse(use, kind: account)
        let gone = expired.flatMap(\.lots).filter { $0.lot == use.lot }
        if !gone.isEmpty { object.member("expired", gone.reduce(0) { $0 + $1.coins }) }
    }
}
