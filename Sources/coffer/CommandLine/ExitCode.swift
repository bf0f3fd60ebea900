/// How a command ends. Scripts may rely on the numbers.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// It was tried and did not work; the reason is on standard error.
    case failed = 1
    /// The command line is not understood; nothing was tried.
    case usage = 2
    /// The environment variables are not good; nothing was tried.
    case configuration = 3
}

/// Why a command ended early: lines for people, without secrets.
struct Failure: Error, Sendable {
    let lines: [String]
    let code: ExitCode

    init(_ lines: [String], _ code: ExitCode = .failed) {
        self.lines = lines
        self.code = code
    }

    init(_ line: String, _ code: ExitCode = .failed) { self.init([line], code) }

    static func usage(_ line: String) -> Failure { Failure(line, .usage) }
}
