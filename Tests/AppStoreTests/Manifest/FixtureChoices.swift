/// The one table of verdicts that are ours to choose: rows that the manifest calls `policy`, and Apple's own mock data,
/// whose chain is weaker than what Apple signs with. Each names the decision that says why.
enum FixtureChoices {
    struct Choice: Sendable {
        let isAccepted: Bool
        /// A file in `docs/decisions`.
        let decision: String
    }

    static let proofs = "0004-proof-policies.md"
    static let words = "0010-apple-words.md"

    static let table: [String: Choice] = [
        // Of no user: the purchase is genuine.
        "negative/jws-app-account-token-not-a-uuid.jws": Choice(isAccepted: true, decision: proofs),
        "negative/jws-duplicate-key-quantity.jws": Choice(isAccepted: false, decision: proofs),
        "negative/jws-genuine-padding.jws": Choice(isAccepted: false, decision: proofs),
        "negative/jws-genuine-trailing-newline.jws": Choice(isAccepted: true, decision: proofs),
        "negative/jws-huge-64kb.jws": Choice(isAccepted: false, decision: proofs),
        // Genuine with a quantity that is no number: held for review.
        "negative/jws-quantity-negative.jws": Choice(isAccepted: true, decision: proofs),
        "negative/jws-quantity-string.jws": Choice(isAccepted: true, decision: proofs),
        "negative/jws-quantity-zero.jws": Choice(isAccepted: true, decision: proofs),
        "negative/jws-signed-date-missing.jws": Choice(isAccepted: true, decision: proofs),
        "negative/jws-signed-date-string.jws": Choice(isAccepted: false, decision: proofs),
        "negative/jws-x5c-third-is-not-the-root.jws": Choice(isAccepted: false, decision: proofs),
        "negative/receipt-genuine-base64-with-spaces-for-plus.b64": Choice(isAccepted: true, decision: proofs),
        "negative/receipt-genuine-trailing-garbage.b64": Choice(isAccepted: false, decision: proofs),
        "negative/receipt-in-app-without-transaction-id.b64": Choice(isAccepted: false, decision: proofs),
        "negative/receipt-quantity-2-to-the-70.b64": Choice(isAccepted: true, decision: proofs),
        "negative/receipt-quantity-negative.b64": Choice(isAccepted: true, decision: proofs),
        "negative/receipt-two-bundle-ids.b64": Choice(isAccepted: false, decision: proofs),
        "negative/receipt-without-creation-date.b64": Choice(isAccepted: false, decision: proofs),
        // Verified at the present, when its leaf has ended.
        "jws/notification-did-renew-2022-without-signed-date.jws": Choice(isAccepted: false, decision: words),
        // Certificates without key identifiers.
        "apple-testdata/renewalInfo.jws": Choice(isAccepted: false, decision: proofs),
        "apple-testdata/testNotification.jws": Choice(isAccepted: false, decision: proofs),
        "apple-testdata/transactionInfo.jws": Choice(isAccepted: false, decision: proofs),
    ]
}
