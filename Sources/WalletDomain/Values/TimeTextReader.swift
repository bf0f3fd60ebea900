/// Steps through an RFC 3339 time; every piece is nil if it is not written exactly as the grammar wants it.
struct TimeTextReader {
    private let bytes: [UInt8]
    private var position = 0
    private static let fractionDigitsMax = 6

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    mutating func date() -> CivilDate? {
        guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
            let day = number(digits: 2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    mutating func secondOfDay() -> Int64? {
        guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
            let second = number(digits: 2), hour < 24, minute < 60, second < 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// As `secondOfDay`; people leave the seconds out.
    mutating func secondOfLocalDay() -> Int64? {
        guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), hour < 24, minute < 60 else {
            return nil
        }
        guard skip(":") else { return hour * 3_600 + minute * 60 }
        guard let second = number(digits: 2), second < 60 else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Microseconds; 0 without a fraction.
    mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        var value: Int64 = 0
        var digits = 0
        while let digit = digit(), digits < Self.fractionDigitsMax {
            value = value * 10 + digit
            digits += 1
            position += 1
        }
        guard digits > 0, digit() == nil else { return nil }
        for _ in digits..<Self.fractionDigitsMax { value *= 10 }
        return value
    }

    /// Seconds east of UTC.
    mutating func offsetSeconds() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
    }

    private mutating func number(digits count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
            position += 1
        }
        return value
    }

    private func digit() -> Int64? {
        guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
            return nil
        }
        return Int64(bytes[position] - UInt8(ascii: "0"))
    }
}
