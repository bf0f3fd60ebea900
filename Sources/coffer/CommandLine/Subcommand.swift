/// One thing that the binary does, as its help tells it.
struct Subcommand: Sendable {
    /// One word, or several as in `key create`.
    let words: [String]
    let summary: String
    var flags: [Flag] = []
    /// More lines for `coffer <command> --help`.
    var notes: [String] = []
    /// Works, but is not listed: for the project's own benchmarks.
    var isHidden = false
    let run: @Sendable (Arguments) async throws -> ExitCode

    var name: String { words.joined(separator: " ") }

    var usage: String {
        let shown = flags.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
        return (["usage: coffer", name] + shown).joined(separator: " ")
    }

    var help: String {
        let width = (flags.map(\.usage.count).max() ?? 0) + 2
        let explained = flags.map { "  " + $0.usage.padded(to: width) + $0.summary }
        return
            ([usage, "", summary + "."] + (explained.isEmpty ? [] : [""] + explained)
            + (notes.isEmpty ? [] : [""] + notes)).joined(separator: "\n")
    }
}

/// `--name VALUE`, or `--name` alone.
struct Flag: Sendable {
    let name: String
    /// What stands for the value in the help; nil if there is none.
    let value: String?
    let summary: String
    var isRequired = false
    /// A word of its own, without a flag before it.
    var isOperand = false
    /// Such words may be several.
    var isRepeated = false

    static func operand(_ name: String, _ summary: String, isRepeated: Bool = false) -> Flag {
        Flag(
            name: name, value: nil, summary: summary, isRequired: true, isOperand: true, isRepeated: isRepeated)
    }

    static func value(_ name: String, _ value: String, _ summary: String, isRequired: Bool = false) -> Flag {
        Flag(name: name, value: value, summary: summary, isRequired: isRequired)
    }

    static func option(_ name: String, _ summary: String) -> Flag { Flag(name: name, value: nil, summary: summary) }

    var usage: String { value.map { "\(name) \($0)" } ?? name }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
