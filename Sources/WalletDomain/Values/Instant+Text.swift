/// RFC 3339, always UTC and always with six digits of a second: `2026-03-31T15:59:59.999000Z`.
/// Equal widths, so that texts sort as the moments do.
extension Instant {
    private static let microsecondsPerSecond: Int64 = 1_000_000
    private static let secondsPerDay: Int64 = 86_400
    /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z: what four digits of a year can say.
    private static let textRange: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

    /// A moment outside the years 1 … 9999 is written as the nearest one inside.
    package var text: String { String(decoding: textBytes, as: UTF8.self) }

    package var textBytes: [UInt8] {
        let clamped = min(max(microseconds, Self.textRange.lowerBound), Self.textRange.upperBound)
        let (seconds, fraction) = Self.floorDivide(clamped, Self.microsecondsPerSecond)
        let (days, secondOfDay) = Self.floorDivide(seconds, Self.secondsPerDay)
        let date = CivilDate(daysSince1970: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(27)
        func append(_ number: Int64, digits: Int, then mark: Unicode.Scalar) {
            var divisor: Int64 = 1
            for _ in 1..<digits { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                divisor /= 10
            }
            bytes.append(UInt8(ascii: mark))
        }
        append(date.year, digits: 4, then: "-")
        append(date.month, digits: 2, then: "-")
        append(date.day, digits: 2, then: "T")
        append(secondOfDay / 3_600, digits: 2, then: ":")
        append(secondOfDay / 60 % 60, digits: 2, then: ":")
        append(secondOfDay % 60, digits: 2, then: ".")
        append(fraction, digits: 6, then: "Z")
        return bytes
    }

    /// Reads an RFC 3339 time with any offset and at most six digits of a second; nil for everything else.
    /// A leap second (`:60`) has no place on this scale and is refused.
    package init?(text: String) {
        var reader = TimeTextReader(text)
        guard let date = reader.date(), reader.skip("T") || reader.skip("t"),
            let secondOfDay = reader.secondOfDay(), let fraction = reader.fraction(),
            let offset = reader.offsetSeconds(), reader.isAtEnd
        else { return nil }
        let seconds = date.daysSince1970 * Self.secondsPerDay + secondOfDay - offset
        let value = seconds * Self.microsecondsPerSecond + fraction
        guard Self.textRange.contains(value) else { return nil }
        self.init(microseconds: value)
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let rest = number % divisor
        return rest < 0 ? (number / divisor - 1, rest + divisor) : (number / divisor, rest)
    }
}
