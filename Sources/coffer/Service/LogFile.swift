internal import Foundation
internal import Synchronization
internal import WalletServer

/// One place for the lines of several logs of the process: whole lines, never one inside another.
enum LogFile {
    static let standardError = shared(FileHandle.standardError)

    /// Appends to a new file; the one before is kept as `<name>.old`.
    static func open(_ url: URL) throws -> LogTarget {
        let old = url.appendingPathExtension("old")
        if FileManager.default.fileExists(atPath: url.path) {
            if FileManager.default.fileExists(atPath: old.path) { try FileManager.default.removeItem(at: old) }
            try FileManager.default.moveItem(at: url, to: old)
        }
        try Data().write(to: url)
        return shared(try FileHandle(forWritingTo: url))
    }

    private static func shared(_ file: FileHandle) -> LogTarget {
        let lock = Mutex(file)
        return { lines in
            // A log that cannot be written must not stop the service; there is nowhere to say so.
            lock.withLock { file in try? file.write(contentsOf: Data(lines)) }
        }
    }
}
