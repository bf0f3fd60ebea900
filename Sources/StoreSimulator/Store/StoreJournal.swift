internal import Foundation

/// The list of truth in a file, a JSON object a line, so that a restart keeps the store.
struct StoreJournal: Sendable {
    private static let name = "store.jsonl"
    private static let secretMode = 0o600
    private static let newline = UInt8(ascii: "\n")

    private let file: FileHandle

    /// Opens or makes the journal in `folder`, which is made if it is missing.
    ///
    /// - Returns: the journal, and what stood in it. A last line that was not finished is cut off.
    static func open(in folder: String) throws -> (StoreJournal, [StoreEvent]) {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + name
        if !FileManager.default.fileExists(atPath: path) {
            let isMade = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: secretMode])
            guard isMade else { throw TestAuthority.FileError(path: path, what: "cannot write") }
        }
        let file = try FileHandle(forUpdating: URL(filePath: path))
        guard flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw TestAuthority.FileError(path: path, what: "another simulated store uses it")
        }
        let whole = try file.readToEnd() ?? Data()
        let wholeLines = whole.lastIndex(of: newline).map { whole[...$0] } ?? Data()
        let decoder = JSONDecoder()
        let events = try wholeLines.split(separator: newline).map { try decoder.decode(StoreEvent.self, from: $0) }
        try file.truncate(atOffset: UInt64(wholeLines.count))
        try file.seekToEnd()
        return (StoreJournal(file: file), events)
    }

    func append(_ event: StoreEvent) throws {
        var line = try JSONEncoder().encode(event)
        line.append(Self.newline)
        try file.write(contentsOf: line)
    }
}
