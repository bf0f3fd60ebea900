/// Why a report of Apple's is not taken. Lines are counted from 1, columns are named as Apple does.
package enum AppleReportError: Error, Hashable, Sendable {
    /// More bytes, unpacked or not, than are read.
    case tooLarge(bytesMax: Int)
    /// It was packed, and is cut off or changed.
    case damagedFile
    case notText(line: Int)
    case lineTooLong(line: Int)
    case tooManyRows(rowsMax: Int)
    /// No line names the columns that both kinds of report have.
    case unknownReport
    case missingColumns([String])
    case badField(line: Int, column: String)
    /// Its rows are of several periods, or no period is told.
    case mixedPeriods(line: Int)
    /// Apple's own totals at the end say something else than the rows: the file is not whole.
    case totalsDisagree(line: Int)
    /// A financial report of days that are no fiscal month: the calendar must be corrected first.
    case notAFiscalMonth(from: Int64, to: Int64)
}
