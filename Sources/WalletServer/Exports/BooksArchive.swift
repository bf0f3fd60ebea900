internal import Foundation
internal import HTTPServer
internal import Zip

/// The files of a folder as one ZIP archive.
struct BooksArchive: Sendable {
    /// Removed by whoever made it, after the last byte.
    let folder: URL
    /// In their order in the archive.
    let names: [String]

    static let contentType = "application/zip"
    private static let pieceBytesMax = 256 * 1_024

    /// Does not end the stream.
    func write(to stream: ResponseStream) async throws {
        var zip = try ZipWriter()
        for name in names {
            let file = try FileHandle(forReadingFrom: folder.appending(path: name))
            let bytes = try file.seekToEnd()
            try file.seek(toOffset: 0)
            try zip.begin(name, bytes: Int64(bytes))
            while let data = try file.read(upToCount: Self.pieceBytesMax), !data.isEmpty {
                try zip.add([UInt8](data))
                try await Self.pass(on: zip.takeOutput(), to: stream)
            }
            try file.close()
        }
        try zip.finish()
        try await Self.pass(on: zip.takeOutput(), to: stream)
    }

    private static func pass(on bytes: [UInt8], to stream: ResponseStream) async throws {
        if !bytes.isEmpty { try await stream.write(bytes) }
    }
}
