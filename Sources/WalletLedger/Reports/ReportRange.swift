package import WalletDomain

/// Days of one environment that a report is about.
package struct ReportRange: Hashable, Sendable {
    package let environment: StoreEnvironment
    /// Where each day begins, in order, and behind them where the last one ends: as the shop's zone has them, so a day
    /// may have 23 hours or 25.
    package let bounds: [Instant]

    /// Nil without a day.
    package init?(environment: StoreEnvironment, bounds: [Instant]) {
        guard bounds.count >= 2 else { return nil }
        self.environment = environment
        self.bounds = bounds
    }

    package var days: Int { bounds.count - 1 }

    var journal: JournalRange {
        JournalRange(environment: environment, from: bounds[0], to: bounds[bounds.count - 1])
    }
}
