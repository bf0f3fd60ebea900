internal import Crypto
internal import Foundation

/// What `coffer dev` keeps between two runs, in a folder that one run at a time owns.
struct DevFolder: Sendable {
    static let usual = ".coffer"

    /// Absolute, without a slash at the end.
    let path: String
    private let lock: FileHandle

    private static let folderMode = 0o755
    private static let secretMode = 0o600

    /// Makes the folder if there is none.
    /// - Throws: if another `coffer dev` uses it; the lock goes with its process, however that ends.
    static func open(_ path: String) throws(Failure) -> DevFolder {
        let url = URL(filePath: path).standardizedFileURL
        let plain = url.path(percentEncoded: false)
        let absolute = plain.count > 1 && plain.hasSuffix("/") ? String(plain.dropLast()) : plain
        do {
            if !FileManager.default.fileExists(atPath: absolute) {
                try FileManager.default.createDirectory(
                    atPath: absolute, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: folderMode])
            }
            let file = absolute + "/lock"
            if !FileManager.default.fileExists(atPath: file) { try Data().write(to: URL(filePath: file)) }
            let lock = try FileHandle(forUpdating: URL(filePath: file))
            guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw Failure("another coffer dev uses \(absolute): stop that one, or choose another --data")
            }
            return DevFolder(path: absolute, lock: lock)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("cannot use \(absolute) as data folder: \(error.localizedDescription)")
        }
    }

    static func authority(in path: String) -> String { path + "/authority" }

    var authority: String { Self.authority(in: path) }
    var postgres: String { path + "/postgres" }
    var roots: String { path + "/roots.pem" }
    var key: String { path + "/dev-key" }
    var erasureKey: String { path + "/erasure-key" }
    var log: URL { URL(filePath: path + "/service.log") }

    /// The key of the last run; nil if there was none.
    func savedKey() -> String? {
        // Not there on the first run.
        guard let text = try? String(contentsOfFile: key, encoding: .utf8) else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    func save(key text: String) throws(Failure) {
        let isWritten = FileManager.default.createFile(
            atPath: key, contents: Data((text + "\n").utf8), attributes: [.posixPermissions: Self.secretMode])
        guard isWritten else { throw Failure("cannot write \(key)") }
    }

    /// Makes the secret of erased users' pseudonyms, unless there is one.
    func makeErasureKey() throws(Failure) {
        guard !FileManager.default.fileExists(atPath: erasureKey) else { return }
        let secret = UUID().uuidString + UUID().uuidString
        let isWritten = FileManager.default.createFile(
            atPath: erasureKey, contents: Data((secret + "\n").utf8), attributes: [.posixPermissions: Self.secretMode])
        guard isWritten else { throw Failure("cannot write \(erasureKey)") }
    }

    /// Names what belongs to this folder and must stand elsewhere.
    var shortName: String {
        let nameBytes = 6
        return "coffer-" + hexadecimal(SHA256.hash(Array(path.utf8)).prefix(nameBytes))
    }
}
