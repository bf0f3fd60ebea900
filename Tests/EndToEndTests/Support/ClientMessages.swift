/// What a client of PostgreSQL says, message by message. Source: PostgreSQL 15, 55.7 (message formats).
struct ClientMessages {
    struct Message {
        let bytes: [UInt8]
        let isCommit: Bool
    }

    /// A lane of the Writer, by the application's name in its start-up message.
    private(set) var isLane = false
    private var bytes: [UInt8] = []
    private var isStarted = false
    /// Prepared statements that are a COMMIT.
    private var commits: Set<String> = []

    private static let laneName = "coffer/lane"

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// The next whole message; the first one of a connection has no type byte.
    mutating func next() -> Message? {
        let headBytes = isStarted ? 5 : 4
        guard bytes.count >= headBytes else { return nil }
        let length = bytes[(headBytes - 4)..<headBytes].reduce(0) { $0 << 8 | Int($1) } + headBytes - 4
        guard bytes.count >= length else { return nil }
        let message = Array(bytes.prefix(length))
        bytes.removeFirst(length)
        guard isStarted else {
            isStarted = true
            isLane = String(decoding: message, as: UTF8.self).contains(Self.laneName)
            return Message(bytes: message, isCommit: false)
        }
        return Message(bytes: message, isCommit: isCommit(message))
    }

    /// A simple query, or the binding of a statement that was parsed as COMMIT.
    private mutating func isCommit(_ message: [UInt8]) -> Bool {
        let texts = message.dropFirst(5).split(separator: 0, omittingEmptySubsequences: false)
            .prefix(2).map { String(decoding: $0, as: UTF8.self) }
        switch message[0] {
        case UInt8(ascii: "Q"): return texts[0].uppercased().hasPrefix("COMMIT")
        case UInt8(ascii: "P"):
            if texts.count > 1, texts[1].uppercased().hasPrefix("COMMIT") { commits.insert(texts[0]) }
            return false
        case UInt8(ascii: "B"): return texts.count > 1 && commits.contains(texts[1])
        default: return false
        }
    }
}
