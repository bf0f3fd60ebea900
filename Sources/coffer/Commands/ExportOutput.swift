internal import Foundation

/// Where an export goes. A file gets its name only when it is whole: half an export never looks like one.
struct ExportOutput: Sendable {
    private let file: FileHandle
    private let target: URL?

    /// - Parameter path: nil for standard output.
    init(path: String?) throws(Failure) {
        guard let path else {
            file = .standardOutput
            target = nil
            return
        }
        let url = URL(filePath: path)
        let part = Self.part(of: url)
        guard FileManager.default.createFile(atPath: part.path, contents: nil) else {
            throw Failure("cannot create \(part.path)")
        }
        do {
            file = try FileHandle(forWritingTo: part)
        } catch {
            throw Failure("cannot write \(part.path)")
        }
        target = url
    }

    func write(_ bytes: [UInt8]) throws { try file.write(contentsOf: Data(bytes)) }

    /// On the disk, then under its name; an older export of that name is replaced.
    func finish() throws {
        guard let target else { return }
        try file.synchronize()
        try file.close()
        // Foundation's replaceItemAt loses the new file on Linux: remove, then move.
        if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
        try FileManager.default.moveItem(at: Self.part(of: target), to: target)
    }

    private static func part(of url: URL) -> URL { url.appendingPathExtension("part") }
}
