package import WalletDomain

/// A report of Apple's that was taken, as lists tell it.
package struct AppleReportFile: Hashable, Sendable {
    package let number: Int32
    package let kind: AppleReport.Kind
    /// Days since 1970, as Apple counts them.
    package let from: Int64
    package let to: Int64
    /// `2025-04`; nil for sales.
    package let fiscalMonth: String?
    /// Empty for sales.
    package let region: String
    /// 1, or more if a report of the same days and region came before.
    package let version: Int32
    package let rowCount: Int32
    package let importedAt: Instant
    package let callerName: String
}

package enum AppleReportImport: Hashable, Sendable {
    case imported(AppleReportFile)
    /// The very same file came before: nothing was changed.
    case alreadyImported(AppleReportFile)

    package var file: AppleReportFile {
        switch self {
        case .imported(let file), .alreadyImported(let file): file
        }
    }
}

/// Why a report cannot stand beside those that are there.
package enum AppleReportRefusal: Error, Hashable, Sendable {
    /// A sales report of other days has some of the same days: they would count twice.
    case daysOverlap(report: Int32)
}
