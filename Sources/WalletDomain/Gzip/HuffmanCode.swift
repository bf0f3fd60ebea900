/// A canonical Huffman code, given by the lengths of its codes (RFC 1951, 3.2.2).
struct HuffmanCode {
    private static let bitsMax = 15

    /// How many codes have each length, and their symbols: by length, then by number.
    private let counts: [Int]
    private let symbols: [Int]

    /// - Parameter lengths: by symbol; 0: it has no code.
    /// - Throws: if there are more codes than bits can tell apart. Fewer are fine: a lone distance has one.
    init(_ lengths: [UInt8]) throws(GzipError) {
        self.init(checked: lengths)
        var free = 1
        for count in counts.dropFirst() {
            free = free * 2 - count
            guard free >= 0 else { throw .damaged }
        }
    }

    init(checked lengths: [UInt8]) {
        var counts = [Int](repeating: 0, count: Self.bitsMax + 1)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        self.counts = counts
        symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// The next symbol: bit by bit, until the code is one of so many of its length.
    func next(_ bits: inout BitReader) throws(GzipError) -> Int {
        var (code, first, index) = (0, 0, 0)
        for length in 1...Self.bitsMax {
            code |= try bits.take(1)
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw .damaged
    }
}

/// Bits of bytes, the lowest of each first (RFC 1951, 3.1.1).
struct BitReader {
    private let bytes: [UInt8]
    private var next: Int
    private var held = 0
    private var heldCount = 0

    init(_ bytes: [UInt8], _ offset: Int) {
        self.bytes = bytes
        next = offset
    }

    /// The first byte that no bit was taken of.
    var nextByte: Int { next - heldCount / 8 }

    mutating func take(_ count: Int) throws(GzipError) -> Int {
        while heldCount < count {
            guard next < bytes.count else { throw .damaged }
            held |= Int(bytes[next]) << heldCount
            next += 1
            heldCount += 8
        }
        defer {
            held >>= count
            heldCount -= count
        }
        return held & (1 << count - 1)
    }

    mutating func skipToByte() {
        held >>= heldCount % 8
        heldCount -= heldCount % 8
    }

    /// Only where bits end with a byte.
    mutating func bytes(_ count: Int) throws(GzipError) -> ArraySlice<UInt8> {
        let start = nextByte
        guard bytes.count - start >= count else { throw .damaged }
        (next, held, heldCount) = (start + count, 0, 0)
        return bytes[start..<start + count]
    }
}
