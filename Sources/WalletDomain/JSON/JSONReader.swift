/// A strict reader of RFC 8259 over bytes: bounded depth, strict UTF-8, no member twice, whole numbers exactly.
///
/// It stands on the way of every request, hence the plain index arithmetic: about a microsecond for a small body.
package struct JSONReader {
    let bytes: [UInt8]
    var position = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses exactly one JSON text; anything but white space behind it is an error.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes)
        reader.skipWhiteSpace()
        let value = try reader.value()
        reader.skipWhiteSpace()
        guard reader.position == bytes.count else { throw reader.syntaxError }
        return value
    }

    var syntaxError: JSONError { .syntax(offset: position) }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch current {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try enter()
        var object = JSONObject()
        skipWhiteSpace()
        if skip(UInt8(ascii: "}")) { return leave(object) }
        repeat {
            skipWhiteSpace()
            guard current == UInt8(ascii: "\"") else { throw syntaxError }
            let name = try text()
            skipWhiteSpace()
            guard skip(UInt8(ascii: ":")) else { throw syntaxError }
            skipWhiteSpace()
            try object.append(name, value())
            skipWhiteSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw syntaxError }
        return leave(object)
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try enter()
        var values: [JSONValue] = []
        skipWhiteSpace()
        if skip(UInt8(ascii: "]")) { return leave(values) }
        repeat {
            skipWhiteSpace()
            values.append(try value())
            skipWhiteSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw syntaxError }
        return leave(values)
    }

    private mutating func enter() throws(JSONError) {
        position += 1
        depth += 1
        guard depth <= Limits.jsonDepthMax else { throw .tooDeep }
    }

    private mutating func leave<Value>(_ value: Value) -> Value {
        depth -= 1
        return value
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.description.utf8 {
            guard skip(byte) else { throw syntaxError }
        }
        return value
    }
}

extension JSONReader {
    /// The byte at the position; 0, which no JSON text may hold outside a string, at the end.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Steps over `byte` if it stands here.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func skipWhiteSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }
}
