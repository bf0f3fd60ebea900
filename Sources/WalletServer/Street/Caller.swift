internal import Crypto
internal import HTTPServer
package import WalletDomain
internal import WalletLedger

/// Who calls: only the ring of keys makes one of a key, and the desk of sessions one of an admin, so an endpoint cannot
/// be reached without a valid key or session.
package struct Caller: Hashable, Sendable {
    package let id: CallerID
    /// The key's name: rotation keeps it.
    package let name: String
    package let scopes: ScopeSet

    private init(id: CallerID, name: String, scopes: ScopeSet) {
        self.id = id
        self.name = name
        self.scopes = scopes
    }

    /// For the ring of keys.
    init(key caller: CallerID, name: String, scopes: ScopeSet) { self.init(id: caller, name: name, scopes: scopes) }

    /// - Parameter session: a good one; the ledger found it.
    init(_ session: LiveSession) {
        self.init(id: session.admin, name: session.name.callerName, scopes: session.role.scopes)
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
