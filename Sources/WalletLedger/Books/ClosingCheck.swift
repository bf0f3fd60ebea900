package import WalletDomain

/// A period that somebody wants to close, and up to where it reaches.
package struct ClosingPeriod: Sendable {
    package let month: BooksMonth
    /// IANA: whose midnight ends its days.
    package let zone: String
    /// The first moment of its first day, and the first one after its last.
    package let startsAt: Instant
    package let endsAt: Instant
    /// What is above belongs to a later period.
    package let cut: JournalCut
    package let settings: BooksSettings
    /// What Apple had told when this was looked at.
    package let apple: AppleBooksVersion
    /// Of the periods before it.
    package let closes: [PeriodClose]

    package init(
        month: BooksMonth, zone: String, startsAt: Instant, endsAt: Instant, cut: JournalCut, settings: BooksSettings,
        apple: AppleBooksVersion, closes: [PeriodClose]
    ) {
        self.month = month
        self.zone = zone
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.cut = cut
        self.settings = settings
        self.apple = apple
        self.closes = closes
    }
}

/// Something that must be so before a period is closed.
package struct ClosingCheck: Sendable {
    /// Nothing: it is so.
    package let run: @Sendable (ClosingPeriod) async throws -> [ClosingFinding]

    package init(run: @escaping @Sendable (ClosingPeriod) async throws -> [ClosingFinding]) { self.run = run }
}

/// Works out what a close files: bytes that an export of the period can be held against for ever.
package struct PeriodFigures: Sendable {
    package let make: @Sendable (ClosingPeriod) async throws -> [UInt8]

    package init(make: @escaping @Sendable (ClosingPeriod) async throws -> [UInt8]) { self.make = make }
}

extension ClosingCheck {
    /// What the jobs have not worked on yet though it came in the period or before.
    package static func nothingWaits(_ database: LedgerDatabase) -> ClosingCheck {
        ClosingCheck { period in
            guard let counts = try await database.rows(CountUnfinished(end: period.endsAt)).first else {
                throw WalletError.internalError
            }
            return zip(unfinished, counts).filter { $0.1 > 0 }.map {
                ClosingFinding(check: $0.0, count: $0.1, mayBeAccepted: $0.0 == historyNotSwept)
            }
        }
    }

    /// In the order of `CountUnfinished`. Part of the API.
    private static let unfinished = [
        "notifications_waiting", "proofs_pending", historyNotSwept, "acts_not_carried_out", "coins_not_expired",
    ]

    /// Of an app that is sold no more nobody reads the history.
    private static let historyNotSwept = "history_not_swept"

    package static let unpricedSales = "unpriced_sales"
}
