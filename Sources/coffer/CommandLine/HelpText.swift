/// The texts of `coffer help`.
enum HelpText {
    static func overview(_ commands: [Subcommand]) -> String {
        let shown = commands.filter { !$0.isHidden }
        let width = (shown.map(\.name.count).max() ?? 0) + 2
        let list = shown.map { "  " + $0.name.padded(to: width) + $0.summary }
        return """
            Coffer \(CofferCommand.version): a virtual-currency wallet service.

            \(list.joined(separator: "\n"))

            coffer <command> --help explains one; coffer help config explains the environment variables.
            Exit codes: 0 done, 1 failed, 2 command line not understood, 3 configuration not good.
            """
    }

    /// What begins with one word, as `store`; nil if no command of several words does.
    static func group(_ word: String, _ commands: [Subcommand]) -> String? {
        let shown = commands.filter { !$0.isHidden && $0.words.count > 1 && $0.words[0] == word }
        guard let example = shown.first else { return nil }
        let width = (shown.map(\.name.count).max() ?? 0) + 2
        return """
            usage: coffer \(word) <command> …

            \(shown.map { "  " + $0.name.padded(to: width) + $0.summary }.joined(separator: "\n"))

            coffer \(example.name) --help explains one.
            """
    }

    static var config: String {
        let list = Setting.all.map { setting in
            let facts = [
                setting.range, setting.unit.isEmpty ? nil : "unit: \(setting.unit)",
                "default: \(setting.fallback.isEmpty ? "none" : setting.fallback)",
                setting.isSecret ? "secret" : nil, setting.isDevelopmentOnly ? "development only" : nil,
            ]
            return """
                \(setting.name)
                    \(setting.summary)
                    \(facts.compactMap { $0 }.joined(separator: "; "))
                """
        }
        return """
            Settings are environment variables. Unknown ones that begin with COFFER_ are refused; all problems are
            told at once (coffer check).

            \(list.joined(separator: "\n"))
            """
    }
}
