internal import WalletDomain
internal import WalletLedger

/// What an act would do to a wallet as it is now. The ledger decides again when it is carried out.
struct ApprovalEffect: Sendable {
    struct Row: Hashable, Sendable {
        let name: Phrase
        let now: Int64
        let then: Int64
    }

    let rows: [Row]
    /// False if the wallet holds too little of what is to be taken.
    let isPossible: Bool

    init(_ act: ApprovedAct, on wallet: WalletSummary) {
        let (promo, purchased, debt) = (wallet.promo, wallet.balances.purchased, wallet.balances.debt)
        if case .writeOff(let coins) = act {
            isPossible = coins.coins <= debt
            rows = [Row(name: Texts.debt, now: debt, then: max(0, debt - coins.coins))]
            return
        }
        let change: (promo: Int64, purchased: Int64) =
            switch act {
            case .adjust(.give(let coins, _)), .grant(let coins, _): (coins.coins, 0)
            case .adjust(.take(let coins)): (-coins.coins, 0)
            case .forfeit(let coins): (0, -(coins?.coins ?? min(purchased, max(0, wallet.available))))
            case .writeOff: (0, 0)
            }
        isPossible = act.isGift || (promo + change.promo >= 0 && purchased + change.purchased >= 0 && change != (0, 0))
        rows = [
            Row(name: Texts.promoCoins, now: promo, then: promo + change.promo),
            Row(name: Texts.purchasedCoins, now: purchased, then: purchased + change.purchased),
            Row(
                name: Texts.available, now: wallet.available,
                then: wallet.available + change.promo + change.purchased),
        ]
    }

    static var table: TablePart<Row> {
        TablePart(
            caption: Texts.whatItWouldDo, isCaptionShown: false, empty: Texts.noRows,
            columns: [
                .header(Texts.coins) { row, cell in cell.phrase(row.name) },
                .number(Texts.now) { $0.now },
                Column(Texts.change, .number) { row, cell in cell.text(Figures.signed(row.then - row.now)) },
                .number(Texts.afterwards) { $0.then },
            ])
    }
}

extension ApprovedAct {
    fileprivate var isGift: Bool {
        switch self {
        case .adjust(.give), .grant: true
        case .adjust(.take), .forfeit, .writeOff: false
        }
    }
}
