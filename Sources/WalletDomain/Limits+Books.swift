extension Limits {
    // Books
    /// Thousandths of a currency's unit that a pack may cost.
    package static let bookedPriceMilliMax: Int64 = 1_000_000_000_000_000
    package static let courseDaysMax: Int64 = 36_600
    package static let clientAccountBytesMax = 64
    /// Rows of one sheet of settings.
    package static let booksRowsMax = 20_000
    package static let acceptedFindingsMax = 16
    /// Letters of a reason in an address, which is shorter than a body may be.
    package static let queryReasonMax = 500
    /// Sales that are looked at together for their money.
    package static let booksSalesAtOnce = 5_000
    /// Of a sheet's rows, written by one statement.
    package static let booksRowsAtOnceMax = 2_000

    // Apple's reports
    /// Of a file as it is sent, packed or not; of what it unpacks to; of a line (title and developer may have 4,000
    /// characters each); rows.
    package static let appleReportBytesMax = 8 * 1024 * 1024
    package static let appleReportUnpackedBytesMax = 64 * 1024 * 1024
    package static let appleReportLineBytesMax = 64 * 1024
    package static let appleReportRowsMax = 200_000
    /// Rows of one statement.
    package static let appleRowsAtOnceMax = 2_000
    /// Currencies that one payment clears.
    package static let applePaymentPartsMax = 200
    /// Sales that near the end of a fiscal month may be settled in the next one.
    package static let appleTimingDays: Int64 = 7
    /// Days by which Apple may date a sale otherwise than we do: its day is another zone's.
    package static let appleClockDays: Int64 = 1
}
