internal import WalletDomain

/// Bounds of the console alone; what is the product's stands in `Limits`.
enum ConsoleLimits {
    /// A form: some names, a reason of two kilobytes, each byte three times as long once it is encoded.
    static let formBytesMax = 32 * 1_024
    /// A form with a sheet that was pasted into it. Larger ones go by the API.
    static let sheetBytesMax = 256 * 1_024
    /// Lines of a sheet that are shown after a try.
    static let sheetRowsShown = 200
    static let formFieldsMax = 64
    /// Rows of a list on one page.
    static let pageRows = 50
    /// Newer entries above the one that a link leads to.
    static let entriesAbove: Int64 = 8
    /// Days of one picture: a year and a day, so that two Januaries stand side by side.
    static let reportDaysMax = 366
    static let reportDaysDefault = 30
    /// Reports at once in a process: each may read the journal of a year.
    static let reportsMax = 2
    /// Exports of the journal at once in a process.
    static let exportsMax = 1
    /// Rows of what was sold and bought: the rest of a long list is one line.
    static let reportRowsMax = 50
    /// For a year, if nobody else asks for anything. Assets are named by their content.
    static let assetAgeSeconds = 31_536_000
    /// How long a language that was chosen is remembered.
    static let languageAgeSeconds = 31_536_000
}
