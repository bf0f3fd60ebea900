internal import FoundationEssentials
internal import WalletDomain

/// Something to tell operators apart from requests: a constant message and facts without secrets.
package struct LogEvent: Sendable {
    package enum Level: String, Sendable {
        case info
        case warning
        case error
    }

    package enum Value: Sendable {
        case number(Int64)
        case text(String)
    }

    let at: Date
    let level: Level
    let message: String
    let facts: [(String, Value)]

    package init(_ level: Level, _ message: StaticString, _ facts: [(String, Value)] = []) {
        at = Date()
        self.level = level
        self.message = String(describing: message)
        self.facts = facts
    }

    func write(to writer: inout JSONWriter) {
        writer.object { line in
            line.member("time", Instant(at).text)
            line.member("level", level.rawValue)
            line.member("message", message)
            for (name, value) in facts {
                switch value {
                case .number(let number): line.member(name, number)
                case .text(let text): line.member(name, text)
                }
            }
        }
    }
}
