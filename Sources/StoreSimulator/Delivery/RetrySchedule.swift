/// When Apple tries again: production 1, 12, 24, 48 and 72 hours after the attempt before, the sandbox never.
/// Version 1: after 6, 24 and 48 hours.
struct RetrySchedule: Sendable {
    /// How much faster than Apple it goes by.
    let speed: Double

    private static let hourMs: Int64 = 3_600_000
    private static let hours: [Int64] = [1, 12, 24, 48, 72]
    private static let hoursOfVersion1: [Int64] = [6, 24, 48]

    /// - Parameter attempts: how many there were, the last one just now.
    /// - Returns: how long to wait for the next; nil if there is none.
    func waitMs(after attempts: Int, of notification: SimulatedNotification) -> Int64? {
        guard notification.environment == .production, attempts > 0 else { return nil }
        let hours = notification.version == 1 ? Self.hoursOfVersion1 : Self.hours
        guard attempts <= hours.count else { return nil }
        return Int64(Double(hours[attempts - 1] * Self.hourMs) / speed)
    }

    /// Whether the answer ends the trying. Apple repeats after every 4xx and 5xx, but since March 2026 developers see
    /// that it takes a 400 for the last word.
    static func isFinal(_ status: Int?) -> Bool {
        guard let status else { return false }
        return (200...206).contains(status) || status == 400
    }
}
