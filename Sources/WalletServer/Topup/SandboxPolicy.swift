internal import WalletDomain

/// Whose sandbox purchases become (sandbox) coins.
package enum SandboxPolicy: String, CaseIterable, Sendable {
    case testers
    case everyone
    case nobody

    func allows(_ environment: StoreEnvironment, isTester: Bool) -> Bool {
        switch (environment, self) {
        case (.production, _), (.sandbox, .everyone): true
        case (.sandbox, .testers): isTester
        case (.sandbox, .nobody): false
        }
    }
}
