/// What a form did, told on the page that the browser was sent on to. A word of ours in the address: nobody can have
/// the console say something of his own.
enum Notice: String, CaseIterable, Sendable {
    case priceAdded = "price_added"
    case itemSaved = "item_saved"
    case packSaved = "pack_saved"
    case testerSet = "tester_set"
    case coinsGranted = "coins_granted"
    case debtWrittenOff = "debt_written_off"
    case purchaseAssigned = "purchase_assigned"
    case passwordChanged = "password_changed"
    case sessionEnded = "session_ended"
    case languageChanged = "language_changed"
    case personChanged = "person_changed"
    case keyRevoked = "key_revoked"
    case loggedOut = "logged_out"
    case priceEnded = "price_ended"
    case draftChanged = "draft_changed"
    case draftDiscarded = "draft_discarded"
    case published
    case confirmed
    case booksTold = "books_told"
    case periodClosed = "period_closed"
    case reportTaken = "report_taken"
    case reportKnown = "report_known"
    case paymentTold = "payment_told"
    case paymentKnown = "payment_known"
    case yearsTold = "years_told"
    case reopenAsked = "reopen_asked"
    case reopenDecided = "reopen_decided"
    case coinsAdjusted = "coins_adjusted"
    case coinsForfeited = "coins_forfeited"
    case walletFrozen = "wallet_frozen"
    case walletOpened = "wallet_opened"
    case waitsForSecond = "waits_for_second"
    case actApproved = "act_approved"
    case actRejected = "act_rejected"
    case tokenGiven = "token_given"
    case productMarked = "product_marked"
    case noteWritten = "note_written"

    static let parameter = "done"

    var phrase: Phrase {
        switch self {
        case .priceAdded: Texts.donePriceAdded
        case .itemSaved: Texts.doneItemSaved
        case .packSaved: Texts.donePackSaved
        case .testerSet: Texts.doneTesterSet
        case .coinsGranted: Texts.doneCoinsGranted
        case .debtWrittenOff: Texts.doneDebtWrittenOff
        case .purchaseAssigned: Texts.donePurchaseAssigned
        case .passwordChanged: Texts.donePasswordChanged
        case .sessionEnded: Texts.doneSessionEnded
        case .languageChanged: Texts.doneLanguageChanged
        case .personChanged: Texts.donePersonChanged
        case .keyRevoked: Texts.doneKeyRevoked
        case .loggedOut: Texts.doneLoggedOut
        case .priceEnded: Texts.donePriceEnded
        case .draftChanged: Texts.doneDraftChanged
        case .draftDiscarded: Texts.doneDraftDiscarded
        case .published: Texts.donePublished
        case .confirmed: Texts.doneConfirmed
        case .booksTold: Texts.doneBooksTold
        case .periodClosed: Texts.donePeriodClosed
        case .reportTaken: Texts.doneReportTaken
        case .reportKnown: Texts.doneReportKnown
        case .paymentTold: Texts.donePaymentTold
        case .paymentKnown: Texts.donePaymentKnown
        case .yearsTold: Texts.doneYearsTold
        case .reopenAsked: Texts.doneReopenAsked
        case .reopenDecided: Texts.doneReopenDecided
        case .coinsAdjusted: Texts.doneCoinsAdjusted
        case .coinsForfeited: Texts.doneCoinsForfeited
        case .walletFrozen: Texts.doneWalletFrozen
        case .walletOpened: Texts.doneWalletOpened
        case .waitsForSecond: Texts.doneWaitsForSecond
        case .actApproved: Texts.doneActApproved
        case .actRejected: Texts.doneActRejected
        case .tokenGiven: Texts.doneTokenGiven
        case .productMarked: Texts.doneProductMarked
        case .noteWritten: Texts.doneNoteWritten
        }
    }
}

extension Link {
    /// The same with a notice for the page.
    func telling(_ notice: Notice?) -> Link {
        guard let notice else { return self }
        let parts = text.split(separator: "#", maxSplits: 1)
        let mark = text.contains("?") ? "&" : "?"
        let fragment = parts.count > 1 ? "#" + parts[1] : ""
        return Link(told: parts[0] + mark + Notice.parameter + "=" + notice.rawValue + fragment)
    }
}
