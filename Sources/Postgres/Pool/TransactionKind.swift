/// How a transaction of the pool begins.
package enum TransactionKind: Sendable {
    /// Each statement sees what is committed when it starts.
    case readCommitted
    /// All statements see one snapshot; nothing can be written.
    case snapshot

    var beginSQL: String {
        switch self {
        case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        }
    }
}
