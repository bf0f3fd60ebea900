/// What stood behind a command's name, checked against the flags that it takes.
struct Arguments: Sendable {
    /// In their order; of a flag one.
    private let values: [String: [String]]

    /// - Parameter words: `--name value` or `--name=value`, in any order, each once; bare words are the operands.
    init(_ words: ArraySlice<String>, of command: Subcommand) throws(Failure) {
        var values: [String: [String]] = [:]
        var rest = words.makeIterator()
        while let word = rest.next() {
            let operand = command.flags.first { $0.isOperand && ($0.isRepeated || values[$0.name] == nil) }
            if let operand, !word.hasPrefix("-") {
                values[operand.name, default: []].append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let flag = command.flags.first(where: { $0.name == parts[0] && !$0.isOperand }) else {
                throw Self.unknown(parts[0], command)
            }
            guard values[flag.name] == nil else { throw .usage("\(flag.name) is given twice") }
            values[flag.name] = [try Self.value(of: flag, inline: parts.count > 1 ? parts[1] : nil) { rest.next() }]
        }
        self.values = values
        for flag in command.flags where flag.isRequired && values[flag.name] == nil {
            throw .usage("\(flag.usage) is needed; \(command.usage)")
        }
    }

    private static func value(
        of flag: Flag, inline: String?, next: () -> String?
    ) throws(Failure) -> String {
        guard let placeholder = flag.value else {
            guard inline == nil else { throw .usage("\(flag.name) takes no value") }
            return ""
        }
        guard let value = inline ?? next(), !value.isEmpty, inline != nil || !value.hasPrefix("--") else {
            throw .usage("\(flag.name) needs a value: \(flag.name) \(placeholder)")
        }
        return value
    }

    private static func unknown(_ word: String, _ command: Subcommand) -> Failure {
        let near = Suggestion.nearest(to: word, among: command.flags.map(\.name) + ["--help"])
        let advice = near.map { "did you mean \($0)?" } ?? "see coffer \(command.name) --help"
        return .usage("coffer \(command.name) does not know \(word); \(advice)")
    }

    func has(_ flag: String) -> Bool { values[flag] != nil }

    func text(_ flag: String) -> String? { values[flag]?.first }

    /// Of operands that may be several.
    func all(_ operand: String) -> [String] { values[operand] ?? [] }

    /// Of a flag that is required: its absence was refused before.
    func required(_ flag: String) throws(Failure) -> String {
        guard let value = text(flag) else { throw .usage("\(flag) is needed") }
        return value
    }

    func number<Number: FixedWidthInteger>(
        _ flag: String, in range: ClosedRange<Number>
    ) throws(Failure) -> Number? {
        guard let text = text(flag) else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw .usage("\(flag) needs a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func choice(_ flag: String, of choices: [String]) throws(Failure) -> String? {
        guard let text = text(flag) else { return nil }
        guard choices.contains(text) else { throw .usage("\(flag) is one of: \(choices.joined(separator: ", "))") }
        return text
    }
}
