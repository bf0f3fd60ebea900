package import WalletDomain

/// A caller's API key as it is kept: never the key itself.
package struct KeyRecord: Hashable, Sendable {
    /// SHA-256 of the key: 32 bytes.
    package let digest: [UInt8]
    package let caller: CallerID
    package let name: String
    package let scopes: [String]
    /// Enough of the key to tell it from others in a list.
    package let hint: String
    package let createdAt: Instant
    /// The name of the caller who made it; nil for one made before that was noted.
    package let createdBy: String?
    /// Nil: never, or only within the last minute.
    package let lastUsedAt: Instant?
    /// From here on it is no key.
    package let expiresAt: Instant?
    package let revokedAt: Instant?

    package init(
        digest: [UInt8], caller: CallerID, name: String, scopes: [String], hint: String, createdAt: Instant,
        createdBy: String? = nil, lastUsedAt: Instant? = nil, expiresAt: Instant? = nil, revokedAt: Instant?
    ) {
        self.digest = digest
        self.caller = caller
        self.name = name
        self.scopes = scopes
        self.hint = hint
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }

    /// What a list names it by: the first half of its digest tells nothing about the key.
    package var id: [UInt8] { Array(digest.prefix(Self.idBytes)) }

    package static let idBytes = 16
}

/// A key that is to be.
package struct KeyDraft: Sendable {
    package let digest: [UInt8]
    package let hint: String
    package let expiresAt: Instant?

    package init(digest: [UInt8], hint: String, expiresAt: Instant? = nil) {
        self.digest = digest
        self.hint = hint
        self.expiresAt = expiresAt
    }
}

/// Who acts on keys, for the audit log.
package struct KeyActor: Sendable {
    package let caller: CallerID
    package let origin: String
    /// What may be handed on; nil for the command line, which may hand on everything.
    package let scopes: Set<String>?

    package init(caller: CallerID, origin: String, scopes: Set<String>?) {
        self.caller = caller
        self.origin = origin
        self.scopes = scopes
    }

    func mayGive(_ scopes: [String]) -> Bool { self.scopes.map { $0.isSuperset(of: scopes) } ?? true }
}

/// Why nothing was done with a key.
package enum KeyFault: Error, Hashable, Sendable {
    case notFound
    /// The name has several good keys: say which.
    case ambiguous
    /// The actor does not have these himself.
    case scopesMissing([String])
    /// Names of admins and of the service.
    case nameReserved
}
