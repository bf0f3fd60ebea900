internal import Foundation

/// Times as Apple writes them.
enum StoreTimeText {
    private static let msPerSecond = 1_000.0
    private static let losAngeles = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

    /// `2024-03-04T05:06:07Z`, as receipts have it.
    static func receipt(_ ms: Int64) -> String { date(ms).ISO8601Format() }

    /// `2013-08-01 07:00:00 Etc/GMT`
    static func verifyReceipt(_ ms: Int64) -> String { plain(ms, .gmt) + " Etc/GMT" }

    /// `2013-08-01 00:00:00 America/Los_Angeles`
    static func losAngeles(_ ms: Int64) -> String { plain(ms, losAngeles) + " America/Los_Angeles" }

    private static func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / msPerSecond) }

    private static func plain(_ ms: Int64, _ zone: TimeZone) -> String {
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon, timeZone: zone)
        return String(date(ms).formatted(style.year().month().day().time(includingFractionalSeconds: false)))
    }

    /// - Returns: nil if it is no time in RFC 3339 with a `Z`.
    static func ms(receipt text: String) -> Int64? {
        // What is no time stays unknown: the caller refuses it.
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        return Int64(date.timeIntervalSince1970 * msPerSecond)
    }
}
