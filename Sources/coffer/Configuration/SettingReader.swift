/// Reads settings and gathers everything that is wrong with them, so that nobody fixes one problem a start.
struct SettingReader {
    private let environment: [String: String]
    private(set) var problems: [String] = []

    private static let prefix = "COFFER_"

    init(_ environment: [String: String]) {
        self.environment = environment
        let known = Setting.all.map(\.name)
        for name in environment.keys.sorted() where name.hasPrefix(Self.prefix) && !known.contains(name) {
            let near = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
            problems.append("\(name) is not a setting\(near)")
        }
    }

    /// Nil if it is not set. Set and empty is a mistake, not an absence.
    mutating func text(_ setting: Setting) -> String? {
        guard let text = environment[setting.name] else { return nil }
        guard !text.isEmpty else {
            problem(setting, "is empty: it must be \(setting.range)")
            return nil
        }
        return text
    }

    mutating func required(_ setting: Setting) -> String? {
        let text = text(setting)
        if text == nil, environment[setting.name] == nil { problem(setting, "is needed: \(setting.range)") }
        return text
    }

    mutating func number(_ setting: Setting, in range: ClosedRange<Int>, fallback: Int) -> Int {
        guard let text = text(setting) else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            problem(setting, "must be a whole number, \(setting.range) \(setting.unit)")
            return fallback
        }
        return number
    }

    mutating func choice<Choice: RawRepresentable<String>>(_ setting: Setting, fallback: Choice) -> Choice {
        guard let text = text(setting) else { return fallback }
        guard let choice = Choice(rawValue: text) else {
            problem(setting, "must be \(setting.range)")
            return fallback
        }
        return choice
    }

    mutating func problem(_ setting: Setting, _ what: String) { problems.append("\(setting.name) \(what)") }

    var setNames: Set<String> { Set(environment.keys) }
}
