/// `30s`, `15m`, `24h`, `7d`
enum DurationText {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

    /// Nil if the flag is not given.
    static func seconds(_ flag: String, _ arguments: Arguments, max: Int64) throws(Failure) -> Int64? {
        guard let text = arguments.text(flag) else { return nil }
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count >= 0 else {
            throw .usage("\(flag) needs a number and s, m, h or d, as 24h")
        }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, seconds <= max else { throw .usage("\(flag) is at most \(max / 86_400)d") }
        return seconds
    }
}
