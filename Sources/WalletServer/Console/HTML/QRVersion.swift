/// How much a QR code of one size holds, at error correction M (ISO/IEC 18004, tables 7 and 9).
struct QRVersion: Sendable {
    let number: Int
    /// Error correction words of each block.
    let checkWords: Int
    /// Data words of each block, in order.
    let blocks: [Int]
    /// Rows and columns of the small squares.
    let alignments: [Int]

    var size: Int { 17 + 4 * number }
    var dataWords: Int { blocks.reduce(0, +) }
    /// Mode and length take 12 bits, in version 10 twenty.
    var textBytesMax: Int { dataWords - (number < 10 ? 2 : 3) }

    static let all: [QRVersion] = [
        QRVersion(number: 1, checkWords: 10, blocks: [16], alignments: []),
        QRVersion(number: 2, checkWords: 16, blocks: [28], alignments: [6, 18]),
        QRVersion(number: 3, checkWords: 26, blocks: [44], alignments: [6, 22]),
        QRVersion(number: 4, checkWords: 18, blocks: [32, 32], alignments: [6, 26]),
        QRVersion(number: 5, checkWords: 24, blocks: [43, 43], alignments: [6, 30]),
        QRVersion(number: 6, checkWords: 16, blocks: [27, 27, 27, 27], alignments: [6, 34]),
        QRVersion(number: 7, checkWords: 18, blocks: [31, 31, 31, 31], alignments: [6, 22, 38]),
        QRVersion(number: 8, checkWords: 22, blocks: [38, 38, 39, 39], alignments: [6, 24, 42]),
        QRVersion(number: 9, checkWords: 22, blocks: [36, 36, 36, 37, 37], alignments: [6, 26, 46]),
        QRVersion(number: 10, checkWords: 26, blocks: [43, 43, 43, 43, 44], alignments: [6, 28, 50]),
    ]

    /// The words of all blocks in turn, then their check words in turn (7.6).
    func interleaved(_ words: [UInt8]) -> [UInt8] {
        var data: [[UInt8]] = []
        var start = 0
        for count in blocks {
            data.append(Array(words[start..<start + count]))
            start += count
        }
        let checks = data.map { ReedSolomon.check($0, words: checkWords) }
        let longest = blocks.max() ?? 0
        let first = (0..<longest).flatMap { place in data.compactMap { place < $0.count ? $0[place] : nil } }
        return first + (0..<checkWords).flatMap { place in checks.map { $0[place] } }
    }
}

/// Check words over GF(256) with x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, 7.5).
enum ReedSolomon {
    private static let tables: (power: [UInt8], logarithm: [Int]) = {
        var power = [UInt8](repeating: 0, count: 255)
        var logarithm = [Int](repeating: 0, count: 256)
        var value = 1
        for exponent in 0..<255 {
            power[exponent] = UInt8(value)
            logarithm[value] = exponent
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        return (power, logarithm)
    }()

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        guard left != 0, right != 0 else { return 0 }
        return tables.power[(tables.logarithm[Int(left)] + tables.logarithm[Int(right)]) % 255]
    }

    static func check(_ data: [UInt8], words: Int) -> [UInt8] {
        // (x − 1)(x − 2)(x − 4)…, without the leading one.
        var generator: [UInt8] = [UInt8](repeating: 0, count: words - 1) + [1]
        for exponent in 0..<words {
            let root = tables.power[exponent]
            for place in 0..<words {
                generator[place] = product(generator[place], root) ^ (place + 1 < words ? generator[place + 1] : 0)
            }
        }
        var rest = [UInt8](repeating: 0, count: words)
        for byte in data {
            let factor = byte ^ rest[0]
            rest = Array(rest.dropFirst()) + [0]
            for place in 0..<words { rest[place] ^= product(generator[place], factor) }
        }
        return rest
    }
}
