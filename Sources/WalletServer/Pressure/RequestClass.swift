internal import WalletDomain

/// Who is sent away first when a process has too many requests in flight: the last of these.
enum RequestClass: String, CaseIterable, Sendable {
    /// What Apple tells, and whether we live.
    case notification
    /// Somebody has paid.
    case topup
    /// Whatever else changes something.
    case spend
    case read

    init(_ route: Route) {
        switch route.access {
        case .anyone, .operators: self = .notification
        case .admins: self = route.method == .get ? .read : .spend
        case .keys(let scopes):
            if scopes.contains(.topup) { self = .topup } else { self = route.method == .get ? .read : .spend }
        }
    }

    /// Up to how full, in percent of all places, such a request is let in.
    var percent: Int {
        switch self {
        case .notification: 100
        case .topup: 95
        case .spend: 85
        case .read: Self.percentMin
        }
    }

    static let percentMin = 70
}
