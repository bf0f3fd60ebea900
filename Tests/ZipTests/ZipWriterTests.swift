import TestSupport
import Testing
import Zip

/// Python's library judges what is written.
@Suite(.enabled(if: ZipOracle.isPresent, "SKIPPED: no python3"))
struct ZipWriterTests {
    private static let files: [ZipOracle.File] = [
        .init(name: "empty.csv", bytes: []),
        .init(name: "text.csv", bytes: Array(repeatElement(Array("a,b\r\n".utf8), count: 300_000).joined())),
        .init(name: "noise.bin", bytes: noise(3 << 20)),
        .init(name: "manifest.json", bytes: Array("{}\n".utf8)),
    ]

    /// Nothing that could be packed.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 20_261_201
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// - Returns: the archive, and the most bytes that waited at once.
    private func pack(_ files: [ZipOracle.File]) throws -> (archive: [UInt8], most: Int) {
        var zip = try ZipWriter()
        var (archive, most) = ([UInt8](), 0)
        func take(_ bytes: [UInt8]) {
            archive += bytes
            most = max(most, bytes.count)
        }
        for file in files {
            try zip.begin(file.name, bytes: Int64(file.bytes.count))
            for start in stride(from: 0, to: file.bytes.count, by: 65_536) {
                try zip.add(Array(file.bytes[start..<min(start + 65_536, file.bytes.count)]))
                take(zip.takeOutput())
            }
        }
        try zip.finish()
        take(zip.takeOutput())
        return (archive, most)
    }

    @Test func `files come out as they went in, in their order`() async throws {
        let (archive, most) = try pack(Self.files)
        #expect(try await ZipOracle.files(archive) == Self.files)
        #expect(archive.count < Self.files.reduce(0) { $0 + $1.bytes.count } - 1_000_000, "text is packed")
        #expect(most < 1 << 20, "nothing waits for the end")
        #expect(try await ZipOracle.files(try pack([]).archive).isEmpty)
    }

    @Test func `the same files make the same bytes`() throws {
        #expect(try pack(Self.files).archive == pack(Self.files).archive)
    }

    @Test func `a file without a name, and one shorter or longer than was said, are refused`() throws {
        #expect(throws: ZipError.self) {
            var zip = try ZipWriter()
            try zip.begin("", bytes: 1)
        }
        #expect(throws: ZipError.self) {
            var zip = try ZipWriter()
            try zip.begin("short.csv", bytes: 10)
            try zip.add([1, 2, 3])
            try zip.begin("next.csv", bytes: 0)
        }
        #expect(throws: ZipError.self) {
            var zip = try ZipWriter()
            try zip.begin("short.csv", bytes: 1)
            try zip.finish()
        }
        #expect(throws: ZipError.self) {
            var zip = try ZipWriter()
            try zip.begin("long.csv", bytes: 2)
            try zip.add([1, 2, 3])
        }
    }

    @Test func `an archive that was not finished is none`() async throws {
        var zip = try ZipWriter()
        try zip.begin("a.csv", bytes: 3)
        try zip.add([1, 2, 3])
        let part = zip.takeOutput()
        await #expect(throws: OracleProcess.Failed.self) { try await ZipOracle.files(part) }
    }
}
