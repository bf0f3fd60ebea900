/// From words to a command and its end.
struct CofferCommand: Sendable {
    static let version = "0.1.0"

    let commands: [Subcommand]

    /// Never throws: what went wrong was said on standard error.
    func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch let failure as Failure {
            Console.complain(failure.lines)
            return failure.code
        } catch {
            Console.complain([Explanation.of(error)])
            return .failed
        }
    }

    private func dispatch(_ words: [String]) async throws -> ExitCode {
        switch words.first {
        case nil:
            Console.write(HelpText.overview(commands))
            return .usage
        case "help", "--help", "-h": return try help(words.dropFirst())
        case "--version", "version":
            Console.write("coffer \(Self.version)")
            return .success
        default: break
        }
        if words.count == 2, ["--help", "-h"].contains(words[1]), let text = HelpText.group(words[0], commands) {
            Console.write(text)
            return .success
        }
        let command = try find(words[...])
        let rest = words.dropFirst(command.words.count)
        guard !rest.contains("--help"), !rest.contains("-h") else {
            Console.write(command.help)
            return .success
        }
        return try await command.run(Arguments(rest, of: command))
    }

    private func help(_ words: ArraySlice<String>) throws(Failure) -> ExitCode {
        switch words.first {
        case nil: Console.write(HelpText.overview(commands))
        case "config": Console.write(HelpText.config)
        case let first?:
            if words.count == 1, let group = HelpText.group(first, commands) {
                Console.write(group)
            } else {
                Console.write(try find(words).help)
            }
        }
        return .success
    }

    private func find(_ words: ArraySlice<String>) throws(Failure) -> Subcommand {
        if let found = commands.first(where: { words.starts(with: $0.words) }) { return found }
        let first = words.first ?? ""
        let below = commands.filter { $0.words.count > 1 && $0.words[0] == first }
        guard below.isEmpty else { throw .usage("coffer \(first) what? \(below.map(\.name).joined(separator: ", "))") }
        let near = Suggestion.nearest(to: first, among: commands.filter { !$0.isHidden }.map(\.words[0]))
        throw .usage("there is no command \(first); " + (near.map { "did you mean \($0)?" } ?? "see coffer help"))
    }
}
