import Testing
import WalletDomain

@Suite struct InstantTextTests {
    @Test(
        "a moment is written in UTC with six digits and read back",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_774_972_799_999_000, "2026-03-31T15:59:59.999000Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)]
    )
    func roundTrip(microseconds: Int64, text: String) {
        #expect(Instant(microseconds: microseconds).text == text)
        #expect(Instant(text: text) == Instant(microseconds: microseconds))
    }

    @Test("moments that no year of four digits holds are written as the nearest")
    func clamped() {
        #expect(Instant(microseconds: .max).text == "9999-12-31T23:59:59.999999Z")
        #expect(Instant(microseconds: .min).text == "0001-01-01T00:00:00.000000Z")
    }

    @Test(
        "offsets and short fractions are understood",
        arguments: [
            ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T16:30:00-07:30", 0),
            ("1970-01-01T00:00:00.5Z", 500_000), ("1970-01-01t00:00:01z", 1_000_000),
        ] as [(String, Int64)]
    )
    func read(text: String, microseconds: Int64) {
        #expect(Instant(text: text) == Instant(microseconds: microseconds))
    }

    @Test(
        "what is no such time is refused",
        arguments: [
            "", "2026-03-31", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z",
            "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T23:60:00Z", "2026-01-01T23:59:60Z",
            "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567Z",
            "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00+24:00", "2026-01-01 00:00:00Z",
            " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z ", "0000-01-01T00:00:00Z", "+2026-01-01T00:00:00Z",
            "0001-01-01T00:00:00+00:01", "２026-01-01T00:00:00Z",
        ]
    )
    func refused(text: String) { #expect(Instant(text: text) == nil) }

    @Test("every day of four centuries keeps its date")
    func days() throws {
        var date = try #require(CivilDate(year: 1_900, month: 1, day: 1))
        let first = date.daysSince1970
        let wrong = (first..<first + 146_097).filter { day in
            defer { date = tomorrow(of: date) ?? date }
            return CivilDate(daysSince1970: day) != date || date.daysSince1970 != day
        }
        #expect(wrong.isEmpty)
        #expect(date == CivilDate(year: 2_300, month: 1, day: 1))
    }

    private func tomorrow(of date: CivilDate) -> CivilDate? {
        CivilDate(year: date.year, month: date.month, day: date.day + 1)
            ?? CivilDate(year: date.year, month: date.month + 1, day: 1)
            ?? CivilDate(year: date.year + 1, month: 1, day: 1)
    }
}
