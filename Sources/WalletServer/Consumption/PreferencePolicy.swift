internal import AppStore

/// What Apple is advised to do about a refund that a customer asked for. Apple decides.
package enum PreferencePolicy: String, CaseIterable, Sendable {
    /// No advice.
    case none
    /// All of it while nothing was used, the rest while something is left, nothing afterwards.
    case byUse = "by_use"
    case decline

    /// - Parameter consumedMilli: how much was used, in thousandths of a percent.
    func preference(consumedMilli: Int) -> ConsumptionAnswer.Preference? {
        switch self {
        case .none: nil
        case .decline: .decline
        case .byUse where consumedMilli == 0: .grantFull
        case .byUse where consumedMilli >= Share.wholeMilli: .decline
        case .byUse: .grantProrated
        }
    }
}

/// Shares in thousandths of a percent, as Apple counts.
enum Share {
    static let wholeMilli = 100_000

    /// Rounded half up, but nothing used is 0, something is not, and something left is not all of it.
    static func milli(_ part: Int64, of whole: Int64) -> Int {
        guard part > 0, whole > 0 else { return 0 }
        guard part < whole else { return wholeMilli }
        let share = (Double(part) * Double(wholeMilli) / Double(whole)).rounded()
        return min(max(Int(share), 1), wholeMilli - 1)
    }
}
