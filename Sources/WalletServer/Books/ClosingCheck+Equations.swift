internal import WalletDomain
package import WalletLedger

extension ClosingCheck {
    /// The equations of the books hold over all that is there: `coffer books check` names the places.
    package static func equations(_ reports: BooksExporter) -> ClosingCheck {
        ClosingCheck { _ in
            let counts = try await BooksCheck(try await reports.everything(.production)).check().counts
            return counts.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { ClosingFinding(check: "equation_broken", count: $0.value, detail: $0.key.rawValue) }
        }
    }
}
