internal import Foundation

/// How far an export is, for people: on standard error, and only if that is a terminal.
struct ExportProgress: Sendable {
    private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1

    func show(_ lines: Int64) {
        guard isShown else { return }
        put("\rexported \(lines) lines")
    }

    func end() {
        guard isShown else { return }
        put("\n")
    }

    private func put(_ text: String) {
        // Nobody looks any more: the export itself goes on.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
