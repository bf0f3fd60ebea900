internal import WalletDomain

extension Instant {
    private static let secondsPerDay: Int64 = 86_400
    private static let daysFromYearZeroTo1970: Int64 = 719_468
    private static let daysPerEra: Int64 = 146_097

    /// - Parameter text: `2024-03-04T05:06:07Z`, the one form in which receipts write times (RFC 3339).
    init?(receiptDate text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            bytes[19] == UInt8(ascii: "Z")
        else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            let isNumber = bytes[range].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return isNumber ? bytes[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } : nil
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = days * Self.secondsPerDay + hour * 3_600 + minute * 60 + second
        self.init(milliseconds: seconds * 1_000)
    }

    /// Days since 1970-01-01 in the Gregorian calendar: the year is taken to begin in March, so that the leap day is
    /// its last, and 400 years make one era of fixed length.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - daysFromYearZeroTo1970
    }
}
