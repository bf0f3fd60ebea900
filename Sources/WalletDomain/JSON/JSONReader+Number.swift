extension JSONReader {
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// A number of RFC 8259, section 6: exact if written as a whole number of 64 bits, else kept as text.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = skip(UInt8(ascii: "-"))
        let negated = try negatedDigits()
        switch current {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            return .otherNumber(try restOfNumber(from: start))
        default:
            guard let negated, isNegative || negated > .min else { return .otherNumber(try restOfNumber(from: start)) }
            return .integer(isNegative ? negated : -negated)
        }
    }

    /// Steps over one or more digits; gives minus their value, since 64 bits reach one further below zero;
    /// nil if it does not fit.
    private mutating func negatedDigits() throws(JSONError) -> Int64? {
        let start = position
        var value: Int64? = 0
        while Self.digits.contains(current) {
            value = value.flatMap { Self.shifted($0, subtracting: current &- UInt8(ascii: "0")) }
            position += 1
        }
        guard position > start, bytes[start] != UInt8(ascii: "0") || position == start + 1 else { throw syntaxError }
        return value
    }

    private static func shifted(_ value: Int64, subtracting digit: UInt8) -> Int64? {
        let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (difference, overflow) = tenfold.subtractingReportingOverflow(Int64(digit))
        return isTooLarge || overflow ? nil : difference
    }

    /// Fraction and exponent behind the whole digits; gives the number as it was written.
    private mutating func restOfNumber(from start: Int) throws(JSONError) -> String {
        if skip(UInt8(ascii: ".")) { try skipDigits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try skipDigits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while Self.digits.contains(current) { position += 1 }
        guard position > start else { throw syntaxError }
    }
}
