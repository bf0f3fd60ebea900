/// One place that breaks a rule: where, and what to do about it.
struct Violation: Equatable, Sendable, CustomStringConvertible {
    let path: String
    /// From 1; 0 if the whole file is meant.
    let line: Int
    let what: String

    var description: String { line > 0 ? "\(path):\(line): \(what)" : "\(path): \(what)" }
}

extension Sequence where Element == Violation {
    /// One a line, for the comment of an expectation.
    var report: String { map { "\n  \($0)" }.joined() }
}

/// The lines of a text with their numbers, from 1.
func numberedLines(_ text: String) -> [(number: Int, text: Substring)] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.enumerated().map { ($0.offset + 1, $0.element) }
}
