internal import WalletDomain

/// A grant, rendered from its entry alone; see `SpendAnswer`.
struct GrantAnswer: Answer {
    private let entry: Entry

    init(_ entries: [Entry]) throws(WalletError) {
        guard let entry = entries.first, entries.count == 1, entry.kind == .granted,
            entry.first?.shape == GrantCoins.shape
        else { throw .internalError }
        self.entry = entry
    }

    func write(to object: inout JSONWriter) {
        object.member("grant", WireID.grant(OperationID(wallet: entry.wallet, sequence: entry.operation)))
        object.member("coins", entry.coins)
        object.member("lot", entry.lots.first.map { String($0.lot) })
        object.object("balance") { $0.balances(entry.after) }
        object.member("version", entry.sequence)
        object.member("at", entry.at.text)
    }
}
