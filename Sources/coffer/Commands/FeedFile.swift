internal import Foundation
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// Rows in one file, the cursor behind them in another.
///
/// The cursor's file says how long the rows' file was with it: what a run that was cut off wrote behind that is cut
/// away before the next one goes on. So rows and cursor agree whatever moment the end comes at.
struct FeedFile {
    private let statePath: String
    private let outputPath: String
    private(set) var cursor: EventCursor
    private var length: UInt64

    private static let members = ["cursor", "bytes"]

    init(state: String, output: String) throws(Failure) {
        statePath = state
        outputPath = output
        cursor = .start
        length = 0
        guard FileManager.default.fileExists(atPath: state) else {
            guard !FileManager.default.fileExists(atPath: output) else {
                throw Failure("\(output) is there, and \(state) is not: whose rows are these?")
            }
            return
        }
        do {
            let bytes = Array(try Data(contentsOf: URL(filePath: state)))
            let object = try JSONObject(parsing: bytes)
            try object.requireOnly(Self.members)
            cursor = try FeedCursor.parse(try object.text("cursor"))
            length = UInt64(try object.integer("bytes", in: 0...(.max)))
        } catch {
            throw Failure("\(state) holds no cursor of this feed")
        }
    }

    /// Rows first, on the disk, then the cursor: one that is lost is behind the rows, never ahead of them.
    mutating func append(_ bytes: [UInt8], then next: EventCursor) throws(Failure) {
        do {
            try write(bytes)
            cursor = next
            try keep()
        } catch {
            throw Failure("cannot write \(outputPath) or \(statePath)")
        }
    }

    private mutating func write(_ bytes: [UInt8]) throws {
        if !FileManager.default.fileExists(atPath: outputPath) { try Data().write(to: URL(filePath: outputPath)) }
        let file = try FileHandle(forUpdating: URL(filePath: outputPath))
        let end = try file.seekToEnd()
        if end > length {
            try file.truncate(atOffset: length)
        } else if end < length {
            // Somebody took the rows away: a new file begins, and the cursor's file must know before it grows.
            length = end
            try keep()
        }
        try file.seek(toOffset: length)
        try file.write(contentsOf: Data(bytes))
        try file.synchronize()
        try file.close()
        length += UInt64(bytes.count)
    }

    /// Written beside it and moved: it is the old one or the new one.
    private func keep() throws {
        var writer = JSONWriter()
        writer.object { object in
            object.member("cursor", FeedCursor.text(cursor))
            object.member("bytes", Int64(length))
        }
        try Data(writer.bytes).write(to: URL(filePath: statePath), options: .atomic)
    }
}
