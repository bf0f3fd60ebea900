internal import WalletDomain

extension AdminRole {
    /// What a role may do, in the words that keys have. The matrix of routes and roles follows from this alone.
    package var scopes: ScopeSet {
        switch self {
        case .owner: ScopeSet(Scope.allCases)
        case .catalogue: ScopeSet([.read, .catalogue])
        case .support: ScopeSet([.read, .support, .users, .grant])
        case .accountant: ScopeSet([.read, .export, .audit, .books])
        case .viewer: ScopeSet([.read])
        }
    }
}
