/// Unpacks DEFLATE data (RFC 1951): stored blocks, and such with fixed or their own Huffman codes.
struct Inflater {
    private let bytes: [UInt8]
    private var bits: BitReader
    private(set) var output: [UInt8] = []
    /// What came before belongs to other data: nothing may be copied from there.
    private var start = 0
    private let bytesMax: Int

    init(_ bytes: [UInt8], bytesMax: Int) {
        self.bytes = bytes
        bits = BitReader(bytes, 0)
        self.bytesMax = bytesMax
    }

    /// - Returns: what follows the last byte that belongs to the data.
    mutating func run(from offset: Int) throws(GzipError) -> Int {
        bits = BitReader(bytes, offset)
        start = output.count
        var isLast = false
        while !isLast {
            isLast = try bits.take(1) == 1
            switch try bits.take(2) {
            case 0: try stored()
            case 1: try coded(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let codes = try ownCodes()
                try coded(codes.literals, codes.distances)
            default: throw .damaged
            }
        }
        bits.skipToByte()
        return bits.nextByte
    }

    private mutating func stored() throws(GzipError) {
        bits.skipToByte()
        let length = try bits.take(16)
        guard try bits.take(16) == ~length & 0xFFFF else { throw .damaged }
        guard output.count + length <= bytesMax else { throw .tooLarge(bytesMax: bytesMax) }
        output += try bits.bytes(length)
    }

    private static let endOfBlock = 256

    private mutating func coded(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(GzipError) {
        while true {
            let symbol = try literals.next(&bits)
            if symbol < Self.endOfBlock {
                guard output.count < bytesMax else { throw .tooLarge(bytesMax: bytesMax) }
                output.append(UInt8(symbol))
            } else if symbol == Self.endOfBlock {
                return
            } else {
                try copy(symbol - Self.endOfBlock - 1, distances)
            }
        }
    }

    private mutating func copy(_ lengthSymbol: Int, _ distances: HuffmanCode) throws(GzipError) {
        guard lengthSymbol < Self.lengths.count else { throw .damaged }
        let length = Self.lengths[lengthSymbol] + (try bits.take(Self.lengthBits[lengthSymbol]))
        let symbol = try distances.next(&bits)
        guard symbol < Self.distances.count else { throw .damaged }
        let distance = Self.distances[symbol] + (try bits.take(Self.distanceBits[symbol]))
        guard distance <= output.count - start else { throw .damaged }
        guard output.count + length <= bytesMax else { throw .tooLarge(bytesMax: bytesMax) }
        // It may copy what it has just written.
        for _ in 0..<length { output.append(output[output.count - distance]) }
    }

    /// RFC 1951, 3.2.7.
    private mutating func ownCodes() throws(GzipError) -> (literals: HuffmanCode, distances: HuffmanCode) {
        let literalCount = try bits.take(5) + 257
        let distanceCount = try bits.take(5) + 1
        var lengths = [UInt8](repeating: 0, count: Self.lengthOrder.count)
        for index in 0..<(try bits.take(4) + 4) { lengths[Self.lengthOrder[index]] = UInt8(try bits.take(3)) }
        let code = try HuffmanCode(lengths)
        var all: [UInt8] = []
        while all.count < literalCount + distanceCount {
            switch try code.next(&bits) {
            case let length where length < 16: all.append(UInt8(length))
            case 16:
                guard let last = all.last else { throw .damaged }
                all += repeatElement(last, count: try bits.take(2) + 3)
            case 17: all += repeatElement(0, count: try bits.take(3) + 3)
            default: all += repeatElement(0, count: try bits.take(7) + 11)
            }
        }
        // Without a code for its end, a block would have none.
        guard all.count == literalCount + distanceCount, all[Self.endOfBlock] > 0 else { throw .damaged }
        return (try HuffmanCode(Array(all[..<literalCount])), try HuffmanCode(Array(all[literalCount...])))
    }
}

/// Tables of RFC 1951, 3.2.5 to 3.2.7.
extension Inflater {
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
        4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static let fixedLiterals = HuffmanCode(
        checked: [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { [UInt8](repeating: $0.0, count: $0.1) })
    private static let fixedDistances = HuffmanCode(checked: [UInt8](repeating: 5, count: 30))
}
