internal import AppStore
internal import Crypto
internal import WalletDomain

/// What shows that somebody paid, whatever road it came: kept as it is, judged again as often as needed.
enum Evidence: Equatable, Sendable {
    case proof(Proof)
    /// Nothing signed: Apple must be asked. Nil: nobody knows in which store.
    case transactionID(TransactionID, StoreEnvironment?)
    /// `signedPayload` of a notification about one purchase.
    case notification(String)

    /// The bytes as they came, so that a later look judges the same.
    var stored: StoredProof {
        let (kind, text): (StoredProof.Kind, String) =
            switch self {
            case .proof(.signedTransaction(let text)): (.signedTransaction, text)
            case .proof(.receipt(let text)): (.receipt, text)
            case .transactionID(let id, nil): (.transactionID, id.text)
            case .transactionID(let id, let environment?): (.transactionID, environment.rawValue + "/" + id.text)
            case .notification(let text): (.notification, text)
            }
        let bytes = Array(text.utf8)
        return StoredProof(kind: kind, digest: SHA256.hash(bytes), bytes: bytes)
    }

    /// - Throws: `.malformed` if what is kept as a transaction id is none: only a bug writes that.
    init(_ stored: StoredProof) throws(WalletError) {
        let text = String(decoding: stored.bytes, as: UTF8.self)
        switch stored.kind {
        case .signedTransaction: self = .proof(.signedTransaction(text))
        case .receipt: self = .proof(.receipt(text))
        case .notification: self = .notification(text)
        case .transactionID:
            let parts = text.split(separator: "/", maxSplits: 1)
            let environment = parts.count == 2 ? StoreEnvironment(rawValue: String(parts[0])) : nil
            self = .transactionID(try TransactionID(String(parts.last ?? "")), environment)
        }
    }

    /// Of the purchases in it, as far as it says so itself.
    var environment: StoreEnvironment? {
        switch self {
        case .transactionID(_, let environment): environment
        case .proof, .notification: nil
        }
    }
}
