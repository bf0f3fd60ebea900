internal import WalletDomain

/// The place of a list that goes by time and then by name.
struct MomentCursor: Sendable {
    let at: Instant
    let name: String

    init(_ text: String, of list: String) throws(Problem) {
        let parts = try Cursor.name(text, of: list).split(separator: "/", maxSplits: 1).map { String($0) }
        guard parts.count == 2, let microseconds = Int64(parts[0]) else { throw Problem(code: .badCursor) }
        at = Instant(microseconds: microseconds)
        name = parts[1]
    }

    static func text(_ at: Instant, _ name: String, of list: String) -> String {
        Cursor.text("\(at.microseconds)/" + name, of: list)
    }
}
