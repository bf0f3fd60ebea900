internal import Crypto
internal import HTTPServer
internal import Synchronization
package import WalletDomain
internal import WalletLedger

/// Who calls: only the authenticator makes one of a key, and the desk of sessions one of an admin, so an endpoint cannot
/// be reached without a valid key or session.
package struct Caller: Hashable, Sendable {
    package let id: CallerID
    /// The key's name: rotation keeps it.
    package let name: String
    package let scopes: ScopeSet

    fileprivate init(id: CallerID, name: String, scopes: ScopeSet) {
        self.id = id
        self.name = name
        self.scopes = scopes
    }

    /// - Parameter session: a good one; the ledger found it.
    init(_ session: LiveSession) {
        self.init(id: session.admin, name: session.name.callerName, scopes: session.role.scopes)
    }
}

/// One good key and whose it is.
package struct KeyListing: Sendable {
    /// SHA-256 of the key's text: 32 bytes.
    fileprivate let digest: [UInt8]
    fileprivate let caller: Caller

    package init(digest: [UInt8], caller: CallerID, name: String, scopes: ScopeSet) {
        self.digest = digest
        self.caller = Caller(id: caller, name: name, scopes: scopes)
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
    private let callers: Mutex<[[UInt8]: Caller]?>

    package init() { callers = Mutex(nil) }

    package func replace(with listings: [KeyListing]) {
        let fresh = Dictionary(listings.map { ($0.digest, $0.caller) }, uniquingKeysWith: { first, _ in first })
        callers.withLock { $0 = fresh }
    }

    func replace(with records: [KeyRecord]) { replace(with: records.map { KeyListing($0) }) }

    package var isLoaded: Bool { callers.withLock { $0 != nil } }

    fileprivate func caller(digest: [UInt8]) throws(Problem) -> Caller? {
        let found = callers.withLock { $0.map { $0[digest] } }
        // Without the list nobody can be told that his key is wrong.
        guard let found else { throw Problem(code: .ledgerUnavailable) }
        return found
    }
}

/// Turns a bearer key into a caller (RFC 6750, 2.1).
package struct Authenticator: Sendable {
    private let keys: KeyRing

    package init(_ keys: KeyRing) { self.keys = keys }

    func caller(_ head: RequestHead) throws(Problem) -> Caller {
        guard let credentials = head.headers.valueBytes(of: "authorization"),
            head.headers.count(of: "authorization") == 1, let key = Self.bearer(credentials),
            let caller = try keys.caller(digest: SHA256.hash(key))
        else { throw Problem(code: .unauthenticated) }
        return caller
    }

    private static let scheme = Array("bearer".utf8)

    /// What stands behind `Bearer` (in any letter case) and one space or more.
    private static func bearer(_ credentials: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard credentials.count > scheme.count,
            zip(credentials, scheme).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        let rest = credentials.dropFirst(scheme.count)
        let key = rest.drop { $0 == UInt8(ascii: " ") }
        guard key.count < rest.count, (1...Limits.keyBytesMax).contains(key.count) else { return nil }
        return key
    }
}
