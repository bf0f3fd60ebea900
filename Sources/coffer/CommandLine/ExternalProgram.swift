internal import Foundation

/// Programs of others, each run to its end.
enum ExternalProgram {
    /// Where a program is, by PATH; nil if it is missing.
    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What the program printed, both outputs together, without the white space around.
    /// - Throws: its last line, if it ends with another status than 0.
    @discardableResult
    static func output(_ command: [String]) throws(Failure) -> String {
        let pipe = Pipe()
        let process = try start(command, output: pipe)
        // No output and an unreadable one are the same to us; the status decides.
        let printed = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        let text = String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0 else {
            throw Failure("\(command[0]) failed: \(text.split(separator: "\n").last ?? "no output")")
        }
        return text
    }

    /// Starts a program that goes on by itself, in a process group of its own: Ctrl-C does not reach it.
    static func launch(_ command: [String], log path: String) throws(Failure) {
        let url = URL(filePath: path)
        do {
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
            let log = try FileHandle(forWritingTo: url)
            try log.seekToEnd()
            _ = try start(command, output: log)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("cannot write \(path)")
        }
    }

    private static func start(_ command: [String], output: Any) throws(Failure) -> Process {
        guard let path = command[0].hasPrefix("/") ? command[0] : find(command[0]) else {
            throw Failure("\(command[0]) is missing: scripts/setup installs what is needed")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = Array(command.dropFirst())
        // A folder that any user may enter.
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        do {
            try process.run()
        } catch {
            throw Failure("\(path) cannot be run")
        }
        return process
    }
}
