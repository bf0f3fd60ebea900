internal import Foundation

/// How far an export is, for people: on standard error, and only if that is a terminal.
struct ExportProgress: Sendable {
    private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1

    func show(_ lines: Int64) {
        guard isShown else { return }
        put("\rexported \(lines) lines")
    }

    /// A bar: entries read so far.
    func show(_ done: Int64, of all: Int64) {
        guard isShown, all > 0 else { return }
        let part = Int(done * Int64(Self.width) / all)
        let bar = String(repeating: "#", count: part) + String(repeating: ".", count: Self.width - part)
        put("\r[\(bar)] \(done * 100 / all) %, \(done) of \(all) entries")
    }

    func show(_ file: String) {
        guard isShown else { return }
        put("\nwrote \(file)")
    }

    private static let width = 40

    func end() {
        guard isShown else { return }
        put("\n")
    }

    private func put(_ text: String) {
        // Nobody looks any more: the export itself goes on.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
