/// Which App Store a purchase was made in. Part of a wallet: sandbox coins never buy real things.
package enum StoreEnvironment: String, CaseIterable, Hashable, Sendable {
    case production = "Production"
    case sandbox = "Sandbox"

    /// The code stored in tables: 1 production, 2 sandbox.
    package var code: Int16 {
        switch self {
        case .production: 1
        case .sandbox: 2
        }
    }

    package init?(code: Int16) {
        switch code {
        case 1: self = .production
        case 2: self = .sandbox
        default: return nil
        }
    }
}
