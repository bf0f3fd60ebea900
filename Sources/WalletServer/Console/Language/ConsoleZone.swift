internal import Foundation
internal import WalletDomain

/// The shop's zone: how the console writes moments. Those that people type the API reads (`ShopZone`).
///
/// Full Foundation: its Essentials part knows no zones on Linux.
struct ConsoleZone: Sendable {
    let identifier: String
    let days: ExportZone
    private let zone: TimeZone

    static let utc = ConsoleZone(identifier: "UTC", days: .utc, zone: .gmt)

    private init(identifier: String, days: ExportZone, zone: TimeZone) {
        self.identifier = identifier
        self.days = days
        self.zone = zone
    }

    /// Nil if the zone is unknown on this machine.
    init?(_ identifier: String) {
        guard let days = ExportZone(identifier), let zone = TimeZone(identifier: identifier) else { return nil }
        self.init(identifier: identifier, days: days, zone: zone)
    }

    /// `2026-03-31 23:59:59` on the shop's clock.
    func text(of moment: Instant) -> String { String(shifted(moment).text.prefix(19)).replacing("T", with: " ") }

    /// `2026-03-31T23:59`, as a field for local times holds it.
    func fieldText(of moment: Instant) -> String { String(shifted(moment).text.prefix(16)) }

    /// `2026-03-31`.
    func dayText(of moment: Instant) -> String { String(shifted(moment).text.prefix(10)) }

    private func shifted(_ moment: Instant) -> Instant {
        moment.adding(milliseconds: offsetSeconds(at: moment) * 1_000)
    }

    private func offsetSeconds(at moment: Instant) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
        return Int64(zone.secondsFromGMT(for: date))
    }
}
