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

    func write(_ bytes: [UInt8]) throws(Failure) {
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw failure("cannot write", error)
        }
    }

    /// On the disk, then under its name; an older export of that name is replaced.
    func finish() throws(Failure) {
        guard let target else { return }
        do {
            try file.synchronize()
            try file.close()
            // Foundation's replaceItemAt loses the new file on Linux: remove, then move.
            if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
            try FileManager.default.moveItem(at: Self.part(of: target), to: target)
        } catch {
            throw failure("cannot finish", error)
        }
    }

    /// In one line, without Foundation's wrapping.
    private func failure(_ what: String, _ error: any Error) -> Failure {
        let reason =
            switch (error as? CocoaError)?.code {
            case .fileWriteOutOfSpace?: "no space is left"
            case .fileWriteNoPermission?: "not permitted"
            case .fileWriteVolumeReadOnly?: "the volume is read-only"
            default: "the system refuses it"
            }
        return Failure("\(what) \(target.map { Self.part(of: $0).path } ?? "standard output"): \(reason)")
    }

    private static func part(of url: URL) -> URL { url.appendingPathExtension("part") }
}
