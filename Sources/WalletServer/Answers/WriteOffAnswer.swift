internal import WalletDomain

/// A write-off, rendered from its entries alone; see `SpendAnswer`.
struct WriteOffAnswer: Answer {
    private let entries: [Entry]
    private let last: Entry

    init(_ entries: [Entry]) throws(WalletError) {
        guard let first = entries.first, let last = entries.last, first.first?.shape == WriteOffDebt.shape,
            entries.allSatisfy({ $0.kind == .debtWrittenOff })
        else { throw .internalError }
        self.entries = entries
        self.last = last
    }

    func write(to object: inout JSONWriter) {
        object.member("write_off", WireID.writeOff(OperationID(wallet: last.wallet, sequence: last.operation)))
        object.member("coins", entries.reduce(0) { $0 + $1.coins })
        object.array("refunds") { list in
            for entry in entries {
                list.object { refund in
                    refund.member("transaction_id", entry.references.transaction?.text)
                    refund.member("coins", entry.coins)
                }
            }
        }
        object.object("balance") { $0.balances(last.after) }
        object.member("version", last.sequence)
        object.member("at", last.at.text)
    }
}
