internal import Crypto
internal import Postgres
package import WalletDomain

/// Which key is meant.
package enum KeyChoice: Sendable {
    /// The name's only good key, or the one that begins so.
    case named(String, hint: String?)
    /// As `KeyRecord.id`.
    case id([UInt8])
}

/// A key that took another one's place.
package struct KeyRotation: Sendable {
    package let new: KeyRecord
    package let oldHint: String
    package let oldEndsAt: Instant
}

/// What people do with keys: each act and its audit record are one transaction.
extension KeyStore {
    /// By name; those after a place, at most `limit`.
    package func page(
        after place: (name: String, digest: [UInt8])? = nil, limit: Int
    ) async throws(WalletError) -> [KeyRecord] {
        try await database.rows(
            ListKeysAfter(name: place?.name ?? "", digest: place?.digest ?? [], limit: pageRows(limit)))
    }

    /// A key for a name, new or not. Nobody gives what he does not have.
    package func add(
        _ draft: KeyDraft, name: String, scopes: [String], by actor: KeyActor
    ) async throws(WalletError) -> Result<KeyRecord, KeyFault> {
        try await change("KeyStore.add") { step in
            guard !CallerKind.isReserved(name) else { throw KeyFault.nameReserved }
            guard actor.mayGive(scopes) else { throw KeyFault.scopesMissing(scopes) }
            let caller = try number(of: name, step)
            try step.change(InsertKey(draft: draft, caller: caller, scopes: scopes, by: actor.caller))
            return try noted(draft, "create_key", name, by: actor, step)
        }
    }

    /// A new key of the same name and scopes; the old one ends after the overlap, or when it would have anyway.
    package func rotate(
        _ choice: KeyChoice, to draft: KeyDraft, overlapSeconds: Int64, by actor: KeyActor
    ) async throws(WalletError) -> Result<KeyRotation, KeyFault> {
        try await change("KeyStore.rotate") { step in
            let old = try only(choice, step)
            // The new key is shown to the actor: it must not do what he may not.
            guard actor.mayGive(old.scopes) else { throw KeyFault.scopesMissing(old.scopes) }
            try step.change(InsertKey(draft: draft, caller: old.caller, scopes: old.scopes, by: actor.caller))
            let expiry = ExpireKey(
                digest: old.digest, seconds: overlapSeconds, clockShiftMs: database.clockShiftMs)
            guard let endsAt = try step.rows(expiry).first else {
                throw PostgresError.unexpectedShape("a key that was locked is not there")
            }
            let new = try noted(draft, "rotate_key", old.name, by: actor, before: old, step)
            return KeyRotation(new: new, oldHint: old.hint, oldEndsAt: endsAt)
        }
    }

    package func revoke(
        _ choice: KeyChoice, by actor: KeyActor
    ) async throws(WalletError) -> Result<KeyRecord, KeyFault> {
        try await change("KeyStore.revoke") { step in
            let key = try only(choice, step)
            try step.change(RevokeKey(digest: key.digest))
            try note("revoke_key", key.name, by: actor, before: key, after: nil, step)
            return key
        }
    }

    private func only(_ choice: KeyChoice, _ step: LedgerTransaction) throws -> KeyRecord {
        let shiftMs = database.clockShiftMs
        let found =
            switch choice {
            case .named(let name, let hint): try step.rows(LockKeys(name: name, hint: hint, clockShiftMs: shiftMs))
            case .id(let id): try step.rows(LockKeys(id: id, clockShiftMs: shiftMs))
            }
        guard let key = found.first else { throw KeyFault.notFound }
        guard found.count > 1 else { return key }
        // Those of earlier rotations end by themselves: the one that goes on is meant.
        let lasting = found.filter { $0.expiresAt == nil }
        guard lasting.count == 1 else { throw KeyFault.ambiguous }
        return lasting[0]
    }

    /// The key as it stands there now, and its record.
    private func noted(
        _ draft: KeyDraft, _ action: String, _ name: String, by actor: KeyActor, before: KeyRecord? = nil,
        _ step: LedgerTransaction
    ) throws -> KeyRecord {
        let id = Array(draft.digest.prefix(KeyRecord.idBytes))
        guard let key = try step.rows(LockKeys(id: id, clockShiftMs: database.clockShiftMs)).first else {
            throw PostgresError.unexpectedShape("a key that was inserted is not there, or is over")
        }
        try note(action, name, by: actor, before: before, after: key, step)
        return key
    }

    func note(
        _ action: String, _ name: String, by actor: KeyActor, before: KeyRecord?, after: KeyRecord?,
        _ step: LedgerTransaction
    ) throws(PostgresError) {
        try step.change(
            InsertAuditRecord(
                caller: actor.caller, action: action, subject: .key(name), before: before.map { facts($0) },
                after: after.map { facts($0) }, origin: actor.origin, clockShiftMs: database.clockShiftMs))
    }

    /// JSON. Scopes, hints and hexadecimal digits need no escapes.
    private func facts(_ key: KeyRecord) -> String {
        let scopes = key.scopes.map { "\"\($0)\"" }.joined(separator: ", ")
        let expiry = key.expiresAt.map { ", \"expires_at\": \"\($0.text)\"" } ?? ""
        return "{\"key\": \"key_\(hexadecimal(key.id))\", \"hint\": \"\(key.hint)\", \"scopes\": [\(scopes)]\(expiry)}"
    }
}
