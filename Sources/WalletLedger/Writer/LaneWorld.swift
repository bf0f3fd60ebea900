import Foundation
import Postgres

/// What a lane needs besides its commands: sessions, the time, and rest.
struct LaneWorld: Sendable {
    let connect: @Sendable () throws(PostgresError) -> any LaneSession
    let now: @Sendable () -> ContinuousClock.Instant
    /// Rests for any time in the range, in milliseconds.
    let rest: @Sendable (ClosedRange<Int>) -> Void

    /// Statements are planned once, perhaps while a table is still empty, and used for its whole life: so the plans
    /// are fixed to what is right for any size, index look-ups in the order of the batch's keys.
    private static let plans = [
        ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"), ("enable_hashjoin", "off"),
        ("enable_mergejoin", "off"), ("jit", "off"),
    ]

    /// PostgreSQL, the machine's clock and the lane's own thread.
    static func real(_ postgres: PostgresSettings) -> LaneWorld {
        var settings = postgres
        settings.options += plans.map { (name: $0.0, value: $0.1) }
        return LaneWorld(
            connect: { [settings] () throws(PostgresError) in try PostgresSession(settings) },
            now: { .now },
            rest: { Thread.sleep(forTimeInterval: Double(Int.random(in: $0)) / 1_000) })
    }
}
