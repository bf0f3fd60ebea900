/// Identifier bytes of the universal types that proofs use (X.690, 8.1.2).
package enum DERTag {
    package static let integer: UInt8 = 0x02
    package static let octetString: UInt8 = 0x04
    package static let utf8String: UInt8 = 0x0C
    package static let ia5String: UInt8 = 0x16
    package static let sequence: UInt8 = 0x30
    package static let set: UInt8 = 0x31
    static let constructedBit: UInt8 = 0x20
    static let longFormBits: UInt8 = 0x1F
}

package enum DERError: Error, Equatable, Sendable {
    /// Not DER at this offset: a length that is indefinite, not minimal or beyond the end, or another tag.
    case malformed(offset: Int)
    case tooDeep
}

/// Reads DER elements one after the other. It never recurses and checks every length against what is left.
package struct DERReader: Sendable {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int

    package init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

    /// - Parameter range: where to read in `bytes`, for instance the content of an element found before.
    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a range outside the bytes")
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { position == end }

    /// Steps over one element; gives where its content stands.
    package mutating func next(_ tag: UInt8) throws(DERError) -> Range<Int> {
        let start = position
        let element = try nextElement()
        guard element.tag == tag else { throw .malformed(offset: start) }
        return element.content
    }

    package mutating func nextElement() throws(DERError) -> (tag: UInt8, content: Range<Int>) {
        let start = position
        let tag = try nextByte()
        guard tag & DERTag.longFormBits != DERTag.longFormBits else { throw .malformed(offset: start) }
        let count = try nextLength()
        guard count <= end - position else { throw .malformed(offset: start) }
        let content = position..<position + count
        position += count
        return (tag, content)
    }

    /// Definite and minimal, at most four bytes (X.690, 10.1).
    private mutating func nextLength() throws(DERError) -> Int {
        let start = position
        let first = try nextByte()
        guard first >= 0x80 else { return Int(first) }
        let bytesCount = Int(first & 0x7F)
        guard (1...4).contains(bytesCount) else { throw .malformed(offset: start) }
        var count = 0
        for _ in 0..<bytesCount { count = count << 8 | Int(try nextByte()) }
        let isMinimal = count >= 0x80 && count >= 1 << (8 * (bytesCount - 1))
        guard isMinimal else { throw .malformed(offset: start) }
        return count
    }

    private mutating func nextByte() throws(DERError) -> UInt8 {
        guard position < end else { throw .malformed(offset: position) }
        defer { position += 1 }
        return bytes[position]
    }
}

extension DERReader {
    /// Checks that `bytes` are one DER element down to every constructed part, nested at most `depthMax` deep.
    ///
    /// C parsers behind this meet definite lengths only, and no depth that could exhaust a stack.
    package static func checkWellFormed(_ bytes: [UInt8], depthMax: Int) throws(DERError) {
        var open = [DERReader(bytes)]
        var isOutermost = true
        while var reader = open.popLast() {
            guard !reader.isAtEnd || isOutermost else { continue }
            let element = try reader.nextElement()
            if isOutermost {
                guard reader.isAtEnd else { throw .malformed(offset: element.content.upperBound) }
                isOutermost = false
            }
            open.append(reader)
            if element.tag & DERTag.constructedBit != 0 {
                guard open.count < depthMax else { throw .tooDeep }
                open.append(DERReader(bytes, element.content))
            }
        }
    }
}
