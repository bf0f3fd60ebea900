internal import WalletDomain

extension JSONWriter {
    /// One line of a statement. `change` is what it did to the user's own accounts: coins in less coins out.
    mutating func entry(_ entry: Entry) {
        member("sequence", entry.sequence)
        member("kind", entry.kind.name)
        member("operation", entry.operationText)
        member("coins", entry.coins)
        member("change", entry.change)
        member("debit", entry.debit.name)
        member("credit", entry.credit.name)
        array("lots") { list in
            for use in entry.lots {
                list.object { object in
                    object.member("lot", String(use.lot))
                    object.member("coins", use.coins)
                }
            }
        }
        object("balance") { $0.balances(entry.after) }
        references(entry.references)
        member("spend", entry.undoneSpendText)
        member("hold", entry.endedHoldText)
        member("expires_at", entry.references.expiresAt?.text)
        member("at", entry.at.text)
        member("store_at", entry.storeAt?.text)
    }

    /// What an entry did to one of its lots.
    mutating func use(of lot: Int32, in entry: Entry) {
        member("sequence", entry.sequence)
        member("kind", entry.kind.name)
        member("operation", entry.operationText)
        member("coins", entry.lots.reduce(0) { $0 + ($1.lot == lot ? $1.coins : 0) })
        member("debit", entry.debit.name)
        member("credit", entry.credit.name)
        references(entry.references)
        member("spend", entry.undoneSpendText)
        member("at", entry.at.text)
        member("store_at", entry.storeAt?.text)
    }

    private mutating func references(_ references: Entry.References) {
        member("item", references.item?.text)
        member("quantity", references.quantity.map { Int64($0) })
        member("revocation_percentage", references.revocationMilli.map { Int64($0) })
        member("unit_price", references.unitPrice)
        member("price_version", references.priceVersion.map { Int64($0) })
        member("transaction_id", references.transaction?.text)
        member("product", references.product)
    }
}

extension Entry {
    /// The id of the operation that it belongs to.
    var operationText: String {
        let id = OperationID(wallet: wallet, sequence: operation)
        return switch kind {
        case .sold: WireID.credit(id)
        case .granted: WireID.grant(id)
        case .spent: WireID.spend(id)
        case .expired: WireID.expiry(id)
        case .refunded: WireID.refund(id)
        case .debtSettled: WireID.settlement(id)
        case .refundReversed: WireID.reversal(id)
        case .debtWrittenOff: WireID.writeOff(id)
        case .undone: WireID.undo(id)
        case .ownershipEnded: WireID.ownershipEnd(id)
        case .held: WireID.hold(id)
        case .holdReleased: WireID.release(id)
        case .holdExpired: WireID.holdExpiry(id)
        case .adjusted: WireID.adjustment(id)
        case .forfeited: WireID.forfeit(id)
        case .merged, .mergedSpent, .mergedRefund, .mergedSettlement: WireID.merge(id)
        }
    }

    /// The spend that an undo is about.
    fileprivate var undoneSpendText: String? {
        guard kind == .undone || kind == .ownershipEnded, let spend = references.refersTo else { return nil }
        return WireID.spend(OperationID(wallet: references.refersWallet ?? wallet, sequence: spend))
    }

    /// The hold that a capture, a release or an expiry ends.
    fileprivate var endedHoldText: String? {
        guard kind == .spent || kind.isAboutHolds, let hold = references.refersTo else { return nil }
        return WireID.hold(OperationID(wallet: wallet, sequence: hold))
    }

    fileprivate var change: Int64 { (credit.isUsers ? coins : 0) - (debit.isUsers ? coins : 0) }
}
