internal import Synchronization
package import WalletDomain
internal import WalletLedger

/// One good key and whose it is.
package struct KeyListing: Sendable {
    /// SHA-256 of the key's text: 32 bytes.
    fileprivate let digest: [UInt8]
    fileprivate let caller: Caller

    package init(digest: [UInt8], caller: CallerID, name: String, scopes: ScopeSet) {
        self.digest = digest
        self.caller = Caller(key: caller, name: name, scopes: scopes)
    }

    /// Scopes that this release does not know give nothing.
    init(_ record: KeyRecord) {
        self.init(
            digest: record.digest, caller: record.caller, name: record.name,
            scopes: ScopeSet(record.scopes.compactMap(Scope.init)))
    }
}

/// Every valid key, in memory. A look-up goes by the SHA-256 of what was sent: its time tells nothing about a key.
package final class KeyRing: Sendable {
    /// Nil until the list was read once.
    private let keys: Mutex<[[UInt8]: Key]?>

    /// A key and whether it was used since that was last noted.
    private final class Key: Sendable {
        let caller: Caller
        let wasUsed = Atomic(false)

        init(_ caller: Caller) { self.caller = caller }
    }

    package init() { keys = Mutex(nil) }

    /// A key that stays the same keeps what is known of its use.
    package func replace(with listings: [KeyListing]) {
        keys.withLock { keys in
            let old = keys ?? [:]
            let fresh = listings.map { listing in
                let same = old[listing.digest].flatMap { $0.caller == listing.caller ? $0 : nil }
                return (listing.digest, same ?? Key(listing.caller))
            }
            keys = Dictionary(fresh, uniquingKeysWith: { first, _ in first })
        }
    }

    func replace(with records: [KeyRecord]) { replace(with: records.map { KeyListing($0) }) }

    package var isLoaded: Bool { keys.withLock { $0 != nil } }

    func caller(digest: [UInt8]) throws(Problem) -> Caller? {
        let found = keys.withLock { $0.map { $0[digest] } }
        // Without the list nobody can be told that his key is wrong.
        guard let found else { throw Problem(code: .ledgerUnavailable) }
        guard let key = found else { return nil }
        key.wasUsed.store(true, ordering: .relaxed)
        return key.caller
    }

    /// Digests of the keys that were used since the last time somebody asked.
    func takeUsed() -> [[UInt8]] {
        keys.withLock { keys in
            (keys ?? [:]).filter { $0.value.wasUsed.exchange(false, ordering: .relaxed) }.map(\.key)
        }
    }
}
