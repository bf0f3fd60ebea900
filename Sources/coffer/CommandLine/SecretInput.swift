internal import Foundation

/// Secrets come from the terminal, a pipe or a file: never from the command line, which everybody on the machine sees.
enum SecretInput {
    private static let bytesMax = 4_096

    static func firstLine(ofFile path: String) throws(Failure) -> String {
        // Whatever keeps it from being read, the path says enough.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.utf8.count <= bytesMax,
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw Failure("cannot read a password from \(path)") }
        return String(line)
    }

    /// Asked for twice at a terminal, where nobody sees what is typed; else the next line of standard input.
    static func password() throws(Failure) -> String {
        guard isTerminal else {
            guard let line = readLine() else { throw Failure("standard input has no password") }
            return line
        }
        echo(false)
        defer { echo(true) }
        let first = ask("password: ")
        let second = ask("\nonce more: ")
        Console.write("")
        guard let first, first == second else { throw Failure("the two are not the same") }
        return first
    }

    /// Nil at the end of the input.
    static func code() -> String? { isTerminal ? ask("code: ") : readLine() }

    private static var isTerminal: Bool { isatty(FileHandle.standardInput.fileDescriptor) == 1 }

    private static func ask(_ question: String) -> String? {
        // Without a reader of the question there is still one of the answer.
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return readLine()
    }

    private static func echo(_ isOn: Bool) {
        let program = Process()
        program.executableURL = URL(filePath: "/bin/stty")
        program.arguments = [isOn ? "echo" : "-echo"]
        program.standardInput = FileHandle.standardInput
        // Without stty what is typed is seen: no reason to refuse an owner his first log-in.
        guard (try? program.run()) != nil else { return }
        program.waitUntilExit()
    }
}
