package import WalletDomain

/// How much of the journal the books are told from.
package enum BooksExtent: Hashable, Sendable {
    case everything
    /// What lies at or below it.
    case cut(JournalCut)
    /// What was recorded before it.
    case before(Instant)

    /// For COPY, which takes no parameters: numbers and times of ours, never a text from outside.
    func condition(_ alias: String) -> String {
        switch self {
        case .everything: return "true"
        case .before(let moment): return "\(alias).at < '\(moment.text)'::timestamptz"
        case .cut(let cut):
            guard !cut.lanes.isEmpty else { return "false" }
            let beats = cut.lanes.map { "WHEN \($0) THEN \(cut[$0])" }.joined(separator: " ")
            return "\(alias).beat <= CASE \(alias).lane \(beats) ELSE 0 END"
        }
    }
}
