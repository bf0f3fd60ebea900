package import WalletDomain

/// What an app may bring to show that it paid.
package enum Proof: Equatable, Sendable {
    /// StoreKit 2: `jwsRepresentation` of a transaction.
    case signedTransaction(String)
    /// StoreKit 1: the file at `appStoreReceiptURL`, in base64.
    case receipt(String)
}

/// Turns proofs of every kind into the purchases that they prove. Offline: asks nobody, reads no clock.
package struct ProofVerifier: Sendable {
    package let signedTransactions: SignedTransactionVerifier
    package let receipts: ReceiptVerifier

    package init(_ settings: AppStoreSettings) {
        signedTransactions = SignedTransactionVerifier(settings)
        receipts = ReceiptVerifier(settings)
    }

    /// - Returns: every purchase in the proof; a receipt may hold none.
    package func verify(_ proof: Proof, now: Instant) throws(ProofError) -> [Purchase] {
        switch proof {
        case .signedTransaction(let token): [try signedTransactions.verify(token, now: now)]
        case .receipt(let text): try receipts.verify(text, now: now).purchases
        }
    }
}
