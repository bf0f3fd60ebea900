internal import WalletDomain
internal import WalletLedger

/// Lines of the journal. What an entry is about is linked: the spend, the purchase, the item, the lots.
struct EntryTable {
    /// Whose wallet it is; nil: of many, each line names its own.
    let user: UserID?
    let environment: StoreEnvironment

    func write(_ entries: [Entry], to page: inout HTMLWriter) {
        TablePart(
            caption: Texts.journal, isCaptionShown: false, empty: Texts.noEntries,
            columns: [Self.when, Self.what, Self.change, Self.accounts, lots, about, Self.after]
        ).write(entries, to: &page)
    }

    static let when = Column<Entry>.header(Texts.time) { entry, cell in
        cell.moment(entry.at)
        cell(.span, .class("under"), text: "#\(entry.sequence)")
    }

    static let what = Column<Entry>(Texts.kind) { entry, cell in cell.phrase(entry.kind.phrase) }

    /// What it did to the user's coins; of a hold, how many it is about.
    static let change = Column<Entry>(Texts.change, .number) { entry, cell in
        cell.text(entry.kind.isAboutHolds ? "(\(Figures.grouped(entry.coins)))" : Figures.signed(entry.userChange))
    }

    static let accounts = Column<Entry>(Texts.fromTo) { entry, cell in
        cell.phrase(entry.debit.phrase)
        cell.text(" → ")
        cell.phrase(entry.credit.phrase)
    }

    private var lots: Column<Entry> {
        Column(Texts.lots) { [user, environment] entry, cell in
            guard !entry.lots.isEmpty else { return cell.dash() }
            for (place, use) in entry.lots.prefix(Self.lotsMax).enumerated() {
                if place > 0 { cell.text(", ") }
                if let user {
                    cell(.a, .href(LotPage.link(use.lot, user, environment)), text: "#\(use.lot)")
                } else {
                    cell.text("#\(use.lot)")
                }
            }
            if entry.lots.count > Self.lotsMax { cell.text(" +\(entry.lots.count - Self.lotsMax)") }
        }
    }

    private static let lotsMax = 4

    private var about: Column<Entry> {
        Column(Texts.about) { [environment] entry, cell in Self.about(entry, environment, &cell) }
    }

    static func about(_ entry: Entry, _ environment: StoreEnvironment, _ cell: inout HTMLWriter) {
        let references = entry.references
        if let item = references.item {
            cell.itemLink(item)
            if let quantity = references.quantity, quantity != 1 { cell.text(" × \(quantity)") }
        }
        if let product = references.product { cell(.code, text: product) }
        if let transaction = references.transaction {
            cell(.span, .class("under")) { $0.purchaseLink(environment, transaction) }
        }
        if let spend = entry.spend {
            cell(.span, .class("under")) { under in
                under.phrase(Texts.spend)
                under.text(" ")
                under.spendLink(spend)
            }
        }
        if references.item == nil, references.product == nil, entry.spend == nil, references.transaction == nil {
            cell.dash()
        }
    }

    static let after = Column<Entry>(Texts.balanceAfter, .number) { entry, cell in
        cell.text(Figures.grouped(entry.after.total))
        if entry.after.debt > 0 {
            cell(.span, .class("under")) { under in
                under.phrase(Texts.debt)
                under.text(" " + Figures.grouped(entry.after.debt))
            }
        }
    }
}

extension Entry {
    /// Coins into the user's accounts less coins out; a debt counts against him.
    var userChange: Int64 { (credit.isUsers ? coins : 0) - (debit.isUsers ? coins : 0) }

    /// The spend that it is, or takes back.
    fileprivate var spend: OperationID? {
        switch kind {
        case .spent: OperationID(wallet: wallet, sequence: operation)
        case .undone, .ownershipEnded:
            references.refersTo.map { OperationID(wallet: references.refersWallet ?? wallet, sequence: $0) }
        case .sold, .granted, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .held,
            .holdReleased, .holdExpired, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted,
            .forfeited:
            nil
        }
    }
}

extension HTMLWriter {
    /// To the statement, where that entry stands, with a few that came after it.
    /// - Parameter current: the wallet whose statement the page shows; of one that was merged the first page must do.
    mutating func entryLink(
        _ id: OperationID, _ user: UserID, _ environment: StoreEnvironment, current: WalletID?
    ) {
        let list = ListEntries.list(.newestFirst)
        let cursor =
            id.wallet == current
            ? Cursor.text(id.sequence + ConsoleLimits.entriesAbove, of: list, in: id.wallet) : nil
        self(.a, .href(UserFrame.Tab.entries.link(user, environment, cursor: cursor)), text: "#\(id.sequence)")
    }
}
