extension JSONReader {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    /// Control characters must be written as escapes (RFC 8259, section 7).
    private static let firstPrintable: UInt8 = 0x20

    /// A string, from its quote to its quote. The common case holds no escape and is copied in one piece.
    mutating func text() throws(JSONError) -> String {
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Self.quote {
                let text = try checked(bytes.span.extracting(start..<position), offset: start)
                position += 1
                return text
            }
            if byte == Self.backslash { return try textWithEscapes(from: start) }
            guard byte >= Self.firstPrintable else { throw syntaxError }
            position += 1
        }
        throw syntaxError
    }

    private mutating func textWithEscapes(from start: Int) throws(JSONError) -> String {
        var unescaped = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.quote { return try checked(unescaped.span, offset: start) }
            if byte == Self.backslash {
                try appendEscape(to: &unescaped)
            } else {
                guard byte >= Self.firstPrintable else { throw syntaxError }
                unescaped.append(byte)
            }
        }
        throw syntaxError
    }

    private func checked(_ bytes: Span<UInt8>, offset: Int) throws(JSONError) -> String {
        guard let valid = try? UTF8Span(validating: bytes) else {  // the library's own error adds nothing to the offset
            throw .badText(offset: offset)
        }
        return String(copying: valid)
    }

    private mutating func appendEscape(to unescaped: inout [UInt8]) throws(JSONError) {
        let escape = current
        position += 1
        switch escape {
        case Self.quote, Self.backslash, UInt8(ascii: "/"): unescaped.append(escape)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): try appendCodePoint(to: &unescaped)
        default: throw .syntax(offset: position - 1)
        }
    }

    /// `\uXXXX`, or a pair of them for what lies outside the basic plane. A lone half and NUL are refused.
    private mutating func appendCodePoint(to unescaped: inout [UInt8]) throws(JSONError) {
        let start = position
        var code = try fourHexDigits()
        if (0xD800...0xDBFF).contains(code) {
            guard skip(Self.backslash), skip(UInt8(ascii: "u")) else { throw .badText(offset: start) }
            let low = try fourHexDigits()
            guard (0xDC00...0xDFFF).contains(low) else { throw .badText(offset: start) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard code != 0, let scalar = Unicode.Scalar(code) else { throw .badText(offset: start) }
        unescaped.append(contentsOf: Character(scalar).utf8)
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit(current) else { throw syntaxError }
            code = code << 4 | digit
            position += 1
        }
        return code
    }

    private func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
