internal import Foundation
package import WalletDomain

/// The zone of the shop's clock: admins write times as it shows them, stored they are UTC.
///
/// Full Foundation: its Essentials part knows no zones on Linux.
package struct ShopZone: Sendable {
    package let identifier: String
    private let zone: TimeZone

    package static let utc = ShopZone(identifier: "UTC", zone: .gmt)

    private init(identifier: String, zone: TimeZone) {
        self.identifier = identifier
        self.zone = zone
    }

    /// Nil if the zone is unknown, or its data is missing on this machine: never UTC in silence.
    package init?(_ identifier: String) {
        guard let zone = TimeZone(iana: identifier) else { return nil }
        self.init(identifier: identifier, zone: zone)
    }

    package func resolve(_ time: LocalTime) -> LocalTime.Resolution { time.resolve(offsetSeconds: offset) }

    /// What the shop's clock shows at `moment`.
    package func local(_ moment: Instant) -> LocalTime {
        LocalTime(moment, offsetSeconds: offset(moment.wholeSeconds))
    }

    /// Whether the shop's clock shows the same once more after `moment`.
    package func comesTwice(_ moment: Instant) -> Bool {
        if case .firstOfTwo(let first) = resolve(local(moment)) {
            first.wholeSeconds == moment.wholeSeconds
        } else {
            false
        }
    }

    private func offset(_ seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
    }
}

extension TimeZone {
    /// Nil if the zone is unknown or its data is missing on this machine.
    ///
    /// - Parameter identifier: of the IANA database (`Asia/Shanghai`), or `UTC`. Abbreviations are refused: `CST` is
    ///   three different zones.
    init?(iana identifier: String) {
        guard identifier == "UTC" || identifier.contains("/") else { return nil }
        self.init(identifier: identifier)
    }
}
