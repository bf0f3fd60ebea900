internal import Foundation

/// Where an export waits that is on its way to somebody: what users paid is nobody's business but the reader's.
enum TemporaryFolder {
    /// One of its own, not made yet. Whoever asks removes it.
    static func place() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "coffer-books-\(UUID().uuidString)")
    }

    /// That only this user can read.
    static func make(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}
