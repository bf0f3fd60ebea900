/// Writes compact JSON: members in the order in which they are written, so the same answer is the same bytes.
///
///     var writer = JSONWriter()
///     writer.object { $0.member("coins", 500); $0.array("lots") { $0.value("a") } }
package struct JSONWriter: Sendable {
    /// UTF-8, complete once the outermost value is.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(reservingBytes: Int = 256) { bytes.reserveCapacity(reservingBytes) }

    // Values: the outermost one, or the elements of an array.

    package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        try nested(UInt8(ascii: "{"), members, UInt8(ascii: "}"))
    }

    package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
        try nested(UInt8(ascii: "["), elements, UInt8(ascii: "]"))
    }

    package mutating func value(_ text: String) {
        separate()
        append(quoted: text)
    }

    package mutating func value(_ number: Int64) {
        separate()
        append(number)
    }

    package mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// A number that was parsed but does not fit 64 bits, as it was written.
    mutating func value(digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
    }

    private mutating func nested(
        _ open: UInt8, _ body: (inout JSONWriter) throws -> Void, _ close: UInt8
    ) rethrows {
        separate()
        bytes.append(open)
        needsComma = false
        try body(&self)
        bytes.append(close)
        needsComma = true
    }

    /// The comma between two neighbours.
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// A member's name and colon; its value must follow.
    package mutating func name(_ name: String) {
        separate()
        append(quoted: name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func append(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var magnitude = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
            magnitude /= 10
        } while magnitude > 0
        bytes[start...].reverse()
    }

    private mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        if Self.needsEscapes(text) {
            for byte in text.utf8 {
                if Self.mustBeEscaped(byte) { append(escaped: byte) } else { bytes.append(byte) }
            }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A plain loop: twice as fast as a search with a closure, and every name and text of an answer goes through it.
    private static func needsEscapes(_ text: String) -> Bool {
        for byte in text.utf8 where mustBeEscaped(byte) { return true }
        return false
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]])
        }
    }
}
