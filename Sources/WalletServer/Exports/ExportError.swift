package import WalletDomain

/// Why there is no export, or only the beginning of one.
package enum ExportError: Error, Equatable, Sendable {
    /// `to` is not after `from`: both are days, and `to` is not included.
    case emptyPeriod
    /// The zone has no such day.
    case noSuchDay
    case ledger(WalletError)
    /// Lines and control totals differ: each element names one difference. What was written is not to be used.
    case totalsDisagree([String])
    /// The reader of the export went away, or the disk is full.
    case outputFailed(String)
}
