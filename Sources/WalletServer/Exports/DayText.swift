internal import WalletDomain

/// Moments and days as text. An export goes forward in time, so the day that was worked out last mostly serves again.
struct DayText {
    private var utc = Remembered(zone: .utc)
    private var local: Remembered

    init(_ zone: ExportZone) { local = Remembered(zone: zone) }

    /// `2026-03-31T15:59:59.999000Z` (RFC 3339), always with microseconds.
    mutating func appendUTC(_ moment: Instant, to buffer: inout CSVBuffer) {
        guard let day = utc.day(of: moment) else { return }
        Self.append(day.day, to: &buffer)
        let microseconds = UInt64(moment.microseconds - day.from.microseconds)
        let seconds = microseconds / 1_000_000
        buffer.append(byte: UInt8(ascii: "T"))
        buffer.appendDigits(seconds / 3_600, width: 2)
        buffer.append(byte: UInt8(ascii: ":"))
        buffer.appendDigits(seconds / 60 % 60, width: 2)
        buffer.append(byte: UInt8(ascii: ":"))
        buffer.appendDigits(seconds % 60, width: 2)
        buffer.append(byte: UInt8(ascii: "."))
        buffer.appendDigits(microseconds % 1_000_000, width: 6)
        buffer.append(byte: UInt8(ascii: "Z"))
    }

    /// `2026-04-01`: the day in the export's zone.
    mutating func appendLocalDay(_ moment: Instant, to buffer: inout CSVBuffer) {
        guard let day = local.day(of: moment) else { return }
        Self.append(day.day, to: &buffer)
    }

    private static func append(_ day: CalendarDay, to buffer: inout CSVBuffer) {
        buffer.appendDigits(UInt64(day.year.magnitude), width: 4)
        buffer.append(byte: UInt8(ascii: "-"))
        buffer.appendDigits(UInt64(day.month.magnitude), width: 2)
        buffer.append(byte: UInt8(ascii: "-"))
        buffer.appendDigits(UInt64(day.day.magnitude), width: 2)
    }

    private struct Remembered {
        let zone: ExportZone
        private var last: DayInterval?

        init(zone: ExportZone) { self.zone = zone }

        /// Nil only for years that no calendar writes with four digits; a period never holds one.
        mutating func day(of moment: Instant) -> DayInterval? {
            if let last, last.contains(moment) { return last }
            last = zone.interval(around: moment)
            return last
        }
    }
}
