internal import Foundation
import Gzip
import Testing

/// Files that zlib 1.2.13 packed, one with each kind of block.
private enum Packed {
    static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }

    /// What was packed: the first bytes of it.
    static func plain(_ count: Int = .max) -> [UInt8] {
        Array((0..<40).flatMap { Array("com.example.coins.\($0 * 37 % 1000)\t0.99\t-1\n".utf8) }.prefix(count))
    }

    static let best = bytes(
        """
        H4sIAAAAAAACA33TMQoCQQxG4Xq9i8Mkk2SS48iwheC6go3Ht7QQXv1X+chb59H2z+14Pfa2zvvz3frWW9V2lcv628aEcRqMIkKr
        Ja3psKoqrV60VtC1Y6AFSVknKjOysiQrF7JyJysvsgolqwiymn3ga5DVnGSVQlbpZJVJVqVkVUFWVWQ1kGpgJx07mdiJYSeCnSR2
        4tiJokVhJ4Gd/Ky+ShW4uKoEAAA=
        """)
    static let fast = bytes(
        """
        H4sIAAAAAAAEA33TPQrCQBBA4TrexWXnb3fmOBJSBIwRbDy+dhbCq1/3wVvPo23v2/G8b20998er9aW3quUql/Wv2YQ4HaKIUPWk
        mgFVValGUa0B1cyoTpLyTlTuZOVJViFkFUFWUWQ1lKzGIKvZyWo6Wc1JVilklUFWmWRVSlY1yKq+i8AnSEVSIiQlTlKSJKVKUhok
        pUVSZiRlg6S8E5X7z+oDShW4uKoEAAA=
        """)
    static let stored = bytes(
        """
        H4sIAAAAAAAEAwFaAKX/Y29tLmV4YW1wbGUuY29pbnMuMAkwLjk5CS0xCmNvbS5leGFtcGxlLmNvaW5zLjM3CTAuOTkJLTEKY29t
        LmV4YW1wbGUuY29pbnMuNzQJMC45OQktMQpjb20uVlN34VoAAAA=
        """)
    static let fixed = bytes(
        """
        H4sIAAAAAAACA0vOz9VLrUjMLchJ1UvOz8wr1jPgNNCztOTUNeRKxpAzNscjaW6CIgkAVlN34VoAAAA=
        """)
    static let huffman = bytes(
        """
        H4sIAAAAAAAEAwXBQQ7EIAgF0DXexR9oO9PhOIawMBExcePx5z3LgJ8Wazgs+9xgYqhSlWIZ8NNiDYdlnxv3SwxVqlIsA35arOGw
        7HPjfYihSlWKZcBPizUcln1uiAgxVKlKsQz4abGGw7LPDXl+xFClKsUy4KfFGg7LPjfk9yGGKlUplgE/LdZwWPa5cV0XMVSpSrEM
        +GmxhsOyz43ro8RQpSrFMuCnxRoOyz43Lv0SQ5WqFMuAnxZrOCz73LjvmxiqVKVYBvy0WMNh2efG/TIxVKlKsQz4abGGw7LPjYdf
        YqhSlWIZ8NNiDYdlnxvP8xBDlaoUy4CfFms4LP++mq+tkAEAAA==
        """)
    /// With its file name and time in the header.
    static let named = bytes(
        """
        H4sICAEAAAAC/1NfRF84NTAxMjM0NV8yMDI2MDcwMS50eHQACyjKL8tMSS3iAgAsnw1JCQAAAA==
        """)
    static let empty = bytes(
        """
        H4sIAAAAAAACAwMAAAAAAAAAAAA=
        """)
    /// 64 KiB of zeros.
    static let zeros = bytes(
        """
        H4sIAAAAAAACA+3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAauuOl9cAAAEA
        """)
}

@Suite struct GzipReaderTests {
    private func unpack(_ bytes: [UInt8], bytesMax: Int = 1 << 20) throws(GzipError) -> [UInt8] {
        try GzipReader.unpack(bytes, bytesMax: bytesMax)
    }

    @Test("what zlib packed comes out as it was, whatever kind of block it chose")
    func unpacks() throws {
        for packed in [Packed.best, Packed.fast] {
            #expect(GzipReader.isGzip(packed))
            #expect(try unpack(packed) == Packed.plain())
        }
        #expect(try unpack(Packed.stored) == Packed.plain(90))
        #expect(try unpack(Packed.fixed) == Packed.plain(90))
        #expect(try unpack(Packed.huffman) == Packed.plain(400))
        #expect(try unpack(Packed.named) == Array("Provider\n".utf8))
        #expect(try unpack(Packed.empty) == [])
        #expect(try unpack(Packed.zeros) == [UInt8](repeating: 0, count: 65_536))
    }

    @Test("members one after the other are one file")
    func members() throws {
        #expect(try unpack(Packed.fixed + Packed.empty + Packed.best) == Packed.plain(90) + Packed.plain())
    }

    @Test("what follows the last member is refused, also where it begins like one")
    func trailing() {
        for rest in [[0], [0x1F], [0x1F, 0x8B], Array(Packed.best.prefix(12)), Array("more".utf8)] as [[UInt8]] {
            #expect(throws: GzipError.damaged) { try unpack(Packed.best + rest) }
        }
        #expect(throws: GzipError.damaged) { try unpack([]) }
    }

    @Test("what is longer than a step unpacks at is whole, to the byte, in one member and in many")
    func long() throws {
        let zeros = try unpack(Array(repeatElement(Packed.zeros, count: 20).joined()), bytesMax: 20 << 16)
        #expect(zeros == [UInt8](repeating: 0, count: 20 << 16))
        #expect(throws: GzipError.tooLarge(bytesMax: (20 << 16) - 1)) {
            try unpack(Array(repeatElement(Packed.zeros, count: 20).joined()), bytesMax: (20 << 16) - 1)
        }
    }

    @Test("a bomb is left as soon as it is too large, before what is wrong behind it is seen")
    func bomb() {
        let bomb = Array(repeatElement(Packed.zeros, count: 100).joined()) + [0]
        #expect(throws: GzipError.tooLarge(bytesMax: 100_000)) { try unpack(bomb, bytesMax: 100_000) }
        #expect(throws: GzipError.damaged) { try unpack(bomb, bytesMax: 100 << 16) }
    }

    @Test("nothing but gzip is taken: neither zlib's own wrapping nor bare deflate data")
    func otherWrappings() {
        let bare = Array(Packed.best.dropFirst(10).dropLast(8))
        for bytes in [bare, [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]] {
            #expect(throws: GzipError.damaged) { try unpack(bytes) }
        }
    }

    @Test("unpacking stops at the size that is asked for")
    func bounded() throws {
        for packed in [Packed.zeros, Packed.best, Packed.stored + Packed.stored] {
            let size = try unpack(packed).count
            #expect(try unpack(packed, bytesMax: size).count == size)
            #expect(throws: GzipError.tooLarge(bytesMax: size - 1)) { try unpack(packed, bytesMax: size - 1) }
        }
    }

    @Test("a file that is cut anywhere is refused")
    func cut() {
        for packed in [Packed.best, Packed.stored, Packed.named] {
            for count in packed.indices { #expect(throws: GzipError.self) { try unpack(Array(packed[..<count])) } }
        }
        #expect(throws: GzipError.damaged) { try unpack(Packed.best + [0x1F]) }
        #expect(throws: GzipError.damaged) { try unpack(Array("plain text".utf8)) }
    }

    @Test("a changed bit is refused or changes nothing that was packed: no wrong figure comes out")
    func damaged() {
        for packed in [Packed.best, Packed.fixed, Packed.huffman, Packed.stored] {
            let whole = try? unpack(packed)
            for bit in 0..<packed.count * 8 {
                var bytes = packed
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                let result = try? unpack(bytes)
                #expect(result == nil || result == whole, "bit \(bit)")
            }
        }
    }

    @Test("a checksum or a length of something else is refused")
    func checksums() {
        for place in [4, 8] {
            var bytes = Packed.best
            bytes[bytes.count - place] ^= 1
            #expect(throws: GzipError.damaged) { try unpack(bytes) }
        }
    }
}
