internal import Crypto
internal import WalletDomain
internal import WalletLedger

extension WireID {
    /// The first half of the key's digest: it tells nothing about the key.
    static func key(_ key: KeyRecord) -> String { "key_" + hexadecimal(key.id) }

    static func parseKey(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("key_"), let bytes = HexText.parse(String(text.dropFirst(4))),
            bytes.count == KeyRecord.idBytes, "key_" + hexadecimal(bytes) == text
        else { return nil }
        return bytes
    }
}

extension Call {
    /// The `{key}` of the path; what is no id names nothing.
    func keyID() throws(Problem) -> [UInt8] {
        guard let id = WireID.parseKey(path("key")) else { throw Problem(code: .keyNotFound) }
        return id
    }
}

extension JSONWriter {
    /// - Parameter key: as the list shows it. Whether it has ended is the reader's clock's to say.
    mutating func key(_ key: KeyRecord) {
        member("key", WireID.key(key))
        member("name", key.name)
        member("hint", key.hint)
        array("scopes") { list in
            for scope in key.scopes { list.value(scope) }
        }
        member("created_at", key.createdAt.text)
        member("created_by", key.createdBy)
        member("last_used_at", key.lastUsedAt?.text)
        member("expires_at", key.expiresAt?.text)
        member("revoked_at", key.revokedAt?.text)
    }
}

extension KeyActor {
    /// A caller hands on what he has himself.
    init(_ caller: Caller, from origin: String) {
        let scopes = Scope.allCases.filter { caller.scopes.contains($0) }.map(\.rawValue)
        self.init(caller: caller.id, origin: origin, scopes: Set(scopes))
    }
}

extension Problem {
    init(_ fault: KeyFault) {
        switch fault {
        // An id names one key; a name with several is the command line's.
        case .notFound, .ambiguous: self.init(code: .keyNotFound)
        case .scopesMissing(let scopes):
            self.init(code: .scopeMissing, [.text("scope", scopes.joined(separator: " and "))])
        case .nameReserved: self = .malformed("name")
        }
    }
}
