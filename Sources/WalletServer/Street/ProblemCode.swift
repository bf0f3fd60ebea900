/// Every code a client can meet; one status each. `docs/openapi.yaml` lists the same (a test compares them).
package enum ProblemCode: String, CaseIterable, Sendable {
    // Unreadable
    case unreadable
    case malformed
    case badEncoding = "bad_encoding"
    case badCursor = "bad_cursor"
    case idempotencyKeyMissing = "idempotency_key_missing"
    case lookupUnavailable = "lookup_unavailable"
    case erasureUnavailable = "erasure_unavailable"
    // Who and where
    case unauthenticated
    case scopeMissing = "scope_missing"
    case routeNotFound = "route_not_found"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case bodyTooLarge = "body_too_large"
    case unsupportedMediaType = "unsupported_media_type"
    case headTooLarge = "head_too_large"
    // Not there
    case itemNotFound = "item_not_found"
    case packNotFound = "pack_not_found"
    case orderNotFound = "order_not_found"
    case spendNotFound = "spend_not_found"
    case lotNotFound = "lot_not_found"
    case holdNotFound = "hold_not_found"
    case topupNotFound = "topup_not_found"
    case unattributedNotFound = "unattributed_not_found"
    case purchaseNotFound = "purchase_not_found"
    case keyNotFound = "key_not_found"
    case userNotFound = "user_not_found"
    case approvalNotFound = "approval_not_found"
    // Not now
    case priceChanged = "price_changed"
    case notForSale = "not_for_sale"
    case alreadyOwned = "already_owned"
    case holdCaptured = "hold_captured"
    case holdReleased = "hold_released"
    case holdExpired = "hold_expired"
    case tooManyHolds = "too_many_holds"
    case tooManyUndos = "too_many_undos"
    case walletFrozen = "wallet_frozen"
    case sandboxNotAllowed = "sandbox_not_allowed"
    case purchaseBelongsToAnotherUser = "purchase_belongs_to_another_user"
    case nothingToCredit = "nothing_to_credit"
    case tokenBelongsToAnotherUser = "token_belongs_to_another_user"
    case orderBelongsToAnotherUser = "order_belongs_to_another_user"
    case priceOverlap = "price_overlap"
    case priceTooSoon = "price_too_soon"
    case productTaken = "product_taken"
    case memberFixed = "member_fixed"
    case confirmationNeeded = "confirmation_needed"
    case userErased = "user_erased"
    case userMerged = "user_merged"
    case holdsOpen = "holds_open"
    case tooManyLots = "too_many_lots"
    // The catalogue
    case draftNotFound = "draft_not_found"
    case publicationNotFound = "publication_not_found"
    case draftClosed = "draft_closed"
    case nothingToPublish = "nothing_to_publish"
    case changeScheduled = "change_scheduled"
    case confirmLargeChange = "confirm_large_change"
    case changedMeanwhile = "changed_meanwhile"
    case ifMatchMissing = "if_match_missing"
    case changeRefused = "change_refused"
    case localTimeMissing = "local_time_missing"
    case sheetRefused = "sheet_refused"
    case tooManyItems = "too_many_items"
    // Apple's reports
    case reportRefused = "report_refused"
    case referenceTaken = "reference_taken"
    // Support
    case approvalDecided = "approval_decided"
    case approvalExpired = "approval_expired"
    case secondPersonNeeded = "second_person_needed"
    // The books
    case booksRulesFixed = "books_rules_fixed"
    case booksFirstDayMissing = "books_first_day_missing"
    case periodNotNext = "period_not_next"
    case periodClosed = "period_closed"
    case periodNotClosed = "period_not_closed"
    case periodNotLatest = "period_not_latest"
    case periodNotOver = "period_not_over"
    case periodChecksFailed = "period_checks_failed"
    // Not so
    case insufficientCoins = "insufficient_coins"
    case walletInDebt = "wallet_in_debt"
    case amountOutOfRange = "amount_out_of_range"
    case moreThanHeld = "more_than_held"
    case moreThanPaid = "more_than_paid"
    case moreThanOwed = "more_than_owed"
    case invalidSignature = "invalid_signature"
    case wrongApp = "wrong_app"
    case wrongEnvironment = "wrong_environment"
    case notConsumable = "not_consumable"
    case notPurchased = "not_purchased"
    case revoked
    case productNotOurs = "product_not_ours"
    case transactionUnknown = "transaction_unknown"
    case idempotencyKeyReused = "idempotency_key_reused"
    // Not so often
    case rateLimited = "rate_limited"
    // Ours
    case internalError = "internal_error"
    case overloaded
    case outcomeUnknown = "outcome_unknown"
    case ledgerUnavailable = "ledger_unavailable"
    case clockAhead = "clock_ahead"
    case appleUnavailable = "apple_unavailable"

    package var status: Int {
        switch self {
        case .unreadable, .malformed, .badEncoding, .badCursor, .idempotencyKeyMissing, .lookupUnavailable,
            .erasureUnavailable:
            400
        case .unauthenticated: 401
        case .scopeMissing: 403
        case .routeNotFound, .itemNotFound, .packNotFound, .orderNotFound, .spendNotFound, .lotNotFound,
            .topupNotFound, .unattributedNotFound, .purchaseNotFound, .holdNotFound, .keyNotFound, .userNotFound,
            .approvalNotFound:
            404
        case .draftNotFound, .publicationNotFound: 404
        case .draftClosed, .nothingToPublish, .changeScheduled, .confirmLargeChange: 409
        case .changedMeanwhile: 412
        case .ifMatchMissing: 428
        case .changeRefused, .localTimeMissing, .sheetRefused, .tooManyItems: 422
        case .reportRefused: 422
        case .referenceTaken: 409
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .priceChanged, .notForSale, .alreadyOwned, .walletFrozen, .sandboxNotAllowed,
            .purchaseBelongsToAnotherUser, .nothingToCredit, .tokenBelongsToAnotherUser,
            .orderBelongsToAnotherUser, .priceOverlap, .priceTooSoon, .productTaken, .memberFixed,
            .confirmationNeeded, .holdCaptured, .holdReleased, .holdExpired, .tooManyHolds, .tooManyUndos,
            .userMerged, .holdsOpen, .tooManyLots, .approvalDecided, .approvalExpired, .secondPersonNeeded:
            409
        case .booksRulesFixed, .booksFirstDayMissing, .periodNotNext, .periodClosed, .periodNotClosed,
            .periodNotLatest, .periodNotOver, .periodChecksFailed:
            409
        case .userErased: 410
        case .bodyTooLarge: 413
        case .unsupportedMediaType: 415
        case .insufficientCoins, .walletInDebt, .amountOutOfRange, .moreThanPaid, .moreThanHeld, .moreThanOwed,
            .invalidSignature, .wrongApp, .wrongEnvironment, .notConsumable, .notPurchased, .revoked,
            .transactionUnknown, .productNotOurs, .idempotencyKeyReused:
            422
        case .rateLimited: 429
        case .headTooLarge: 431
        case .internalError: 500
        case .overloaded, .outcomeUnknown, .ledgerUnavailable, .clockAhead, .appleUnavailable: 503
        }
    }

    /// Whether the same request may succeed later, without anybody changing anything.
    package var isRetryable: Bool {
        switch status {
        case 408, 429, 500, 503: true
        default: false
        }
    }
}
