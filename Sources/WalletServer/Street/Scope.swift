/// What an API key may do. The names stand in `api_keys` and on the command line.
package enum Scope: String, CaseIterable, Hashable, Sendable {
    /// Balances, statements, the catalogue with what is not on sale.
    case read
    /// Orders, top-ups, tokens.
    case topup
    /// Spends, holds, undo.
    case spend
    /// Free coins.
    case grant
    /// Consent, merge, erase.
    case users
    case events
    case export
    /// Changes of packs, items and prices; drafts.
    case catalogue
    /// Testers, gifts, adjustments and write-offs by hand, unattributed purchases.
    case support
    /// API keys, and who the admins are.
    case keys
    /// The audit log.
    case audit
    /// Settings and periods of the books.
    case books

    fileprivate var bit: UInt16 {
        switch self {
        case .read: 1 << 0
        case .topup: 1 << 1
        case .spend: 1 << 2
        case .grant: 1 << 3
        case .users: 1 << 4
        case .events: 1 << 5
        case .export: 1 << 6
        case .catalogue: 1 << 7
        case .support: 1 << 8
        case .keys: 1 << 9
        case .audit: 1 << 10
        case .books: 1 << 11
        }
    }
}

/// Several scopes in one word.
package struct ScopeSet: Hashable, Sendable {
    private var bits: UInt16 = 0

    package init(_ scopes: some Sequence<Scope>) {
        for scope in scopes { bits |= scope.bit }
    }

    package func contains(_ scope: Scope) -> Bool { bits & scope.bit != 0 }

    func containsAny(of scopes: [Scope]) -> Bool { scopes.contains { contains($0) } }
}
