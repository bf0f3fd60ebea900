import Testing
import WalletDomain

/// Which periods may be closed and opened again, and what the books' calendar is told.
@Suite struct PeriodHistoryTests {
    private static func month(_ text: String) throws -> BooksMonth { try #require(BooksMonth(text)) }

    private static func event(_ number: Int64, _ month: String, _ kind: PeriodEvent.Kind) throws -> PeriodEvent {
        PeriodEvent(
            number: number, period: try Self.month(month), kind: kind, at: Instant(microseconds: number),
            caller: CallerID(1), callerName: "ann", reason: nil, approval: nil,
            freeze: kind == .closed ? .init(beats: [1: number], settings: number, unpriced: 0, digest: []) : nil)
    }

    @Test("A month has its days, and the next one follows")
    func months() throws {
        let february = try Self.month("2028-02")
        #expect(february.lastDay - february.firstDay == 28)
        #expect(try Self.month("2026-12").next == Self.month("2027-01"))
        #expect(try Self.month("2026-09").next.text == "2026-10")
        #expect(BooksMonth(of: 0).text == "1970-01")
        #expect(try BooksMonth(of: Self.month("2026-10").lastDay).text == "2026-10")
        for text in ["2026-13", "2026-00", "2026-1", "26-01", "2026-1a", "2026/01", "1969-12", "+026-01", ""] {
            #expect(BooksMonth(text) == nil, "\(text)")
        }
    }

    @Test("Periods close one after the other, the first one first")
    func order() throws {
        let first = try Self.month("2026-09")
        let open = PeriodHistory([])
        try open.checkClose(first, first: first)
        #expect(throws: PeriodHistory.Refusal.notNext(first)) {
            try open.checkClose(first.next, first: first)
        }
        let one = PeriodHistory([try Self.event(1, "2026-09", .closed)])
        #expect(throws: PeriodHistory.Refusal.alreadyClosed) { try one.checkClose(first, first: first) }
        #expect(throws: PeriodHistory.Refusal.notNext(first.next)) {
            try one.checkClose(first.next.next, first: first)
        }
        // Entries that come with earlier dates do not move the beginning.
        try one.checkClose(first.next, first: Self.month("2026-01"))
    }

    @Test("Only the latest closed one may be opened again, and the newest close of each counts")
    func reopening() throws {
        let events = try [
            Self.event(1, "2026-09", .closed), Self.event(2, "2026-10", .closed),
            Self.event(3, "2026-10", .reopened),
        ]
        let both = PeriodHistory(Array(events.prefix(2)))
        #expect(throws: PeriodHistory.Refusal.notLatest(try Self.month("2026-10"))) {
            try both.checkReopen(Self.month("2026-09"))
        }
        try both.checkReopen(Self.month("2026-10"))
        let reopened = PeriodHistory(events)
        #expect(throws: PeriodHistory.Refusal.notClosed) { try reopened.checkReopen(Self.month("2026-10")) }
        try reopened.checkReopen(Self.month("2026-09"))
        #expect(reopened.closes.map(\.beats) == [[1: 1]])
        #expect(reopened.firstFrozen == 1)
        let again = PeriodHistory(events + [try Self.event(4, "2026-10", .closed)])
        #expect(again.closes.map(\.beats) == [[1: 1], [1: 4]])
        #expect(again.latest?.number == 4)
    }
}
