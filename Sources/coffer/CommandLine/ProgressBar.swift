internal import Foundation
internal import Synchronization

/// How far a long command is, on standard error: a bar that is drawn anew on a terminal, a plain line now and then
/// elsewhere (a log, a pipe).
final class ProgressBar: Sendable {
    private let what: String
    private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
    private let lastTenth = Mutex<Int64>(0)
    private static let width: Int64 = 30

    /// - Parameter what: what is counted, in the plural.
    init(_ what: String) { self.what = what }

    func show(_ done: Int64, of all: Int64) {
        guard all > 0 else { return }
        guard isTerminal else { return showLine(done, of: all) }
        let filled = Int(min(done, all) * Self.width / all)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Int(Self.width) - filled)
        put("\r[\(bar)] \(min(done, all) * 100 / all) % \(done) of \(all) \(what)")
    }

    func end() {
        if isTerminal { put("\n") }
    }

    private func showLine(_ done: Int64, of all: Int64) {
        let tenth = min(done, all) * 10 / all
        let isNew = lastTenth.withLock { last in
            defer { last = max(last, tenth) }
            return tenth > last
        }
        if isNew { put("\(tenth * 10) %: \(done) of \(all) \(what)\n") }
    }

    private func put(_ text: String) {
        // Nobody looks any more: the work itself goes on.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
