internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer key …`: bearer keys of those who call.
enum KeyCommands {
    static let create = Subcommand(
        words: ["key", "create"], summary: "Makes an API key and shows it, this once",
        flags: [
            .value("--name", "NAME", "who calls; a name may have several keys, to change them", isRequired: true),
            .value(
                "--scope", "A,B", "any of \(Scope.allCases.map(\.rawValue).joined(separator: ", "))", isRequired: true),
            .value("--life", "TIME", "how long it is good, as 90d; without, until it is rotated or revoked"),
        ],
        notes: ["The key is the last word that is printed. Only its SHA-256 is stored."]
    ) { arguments in
        let name = try name(arguments)
        let scopes = try scopes(arguments.required("--scope"))
        let lifeSeconds = try DurationText.seconds("--life", arguments, max: .max / 2_000_000)
        let key = APIKey.generate()
        return try await withKeys { keys, actor in
            let expiresAt = lifeSeconds.map { Instant.now.adding(milliseconds: $0 * 1_000) }
            let draft = KeyDraft(digest: key.digest, hint: key.hint, expiresAt: expiresAt)
            let made = try await keys.add(draft, name: name, scopes: scopes.map(\.rawValue), by: actor)
            _ = try settled(made, name)
            Console.write("key \(name) \(key.text)")
        }
    }

    static let rotate = Subcommand(
        words: ["key", "rotate"], summary: "Makes a new key of the same name and scopes; the old one ends later",
        flags: [
            .value("--name", "NAME", "whose key", isRequired: true),
            .value(
                "--overlap", "TIME", "how long the old one goes on, as 24h; 0s ends it at once", isRequired: true),
            .value("--hint", "cfr_XXXX", "which of several, as coffer key list shows it"),
        ],
        notes: [
            "The key is the last word that is printed. The name stays, and with it what its idempotency keys did."
        ]
    ) { arguments in
        let name = try name(arguments)
        let hint = arguments.text("--hint")
        guard let overlap = try DurationText.seconds("--overlap", arguments, max: Limits.keyOverlapSecondsMax) else {
            throw Failure.usage("--overlap is needed")
        }
        let key = APIKey.generate()
        return try await withKeys { keys, actor in
            let draft = KeyDraft(digest: key.digest, hint: key.hint)
            let rotation = try settled(
                try await keys.rotate(.named(name, hint: hint), to: draft, overlapSeconds: overlap, by: actor), name)
            Console.write("old \(name) \(rotation.oldHint)… ends \(rotation.oldEndsAt.text)")
            Console.write("key \(name) \(key.text)")
        }
    }

    static let list = Subcommand(
        words: ["key", "list"], summary: "Lists names, scopes, beginnings and states of keys, and when they were used"
    ) { _ in
        try await withKeys { keys, _ in
            for key in try await keys.list() {
                Console.write("\(key.name) \(key.hint)… \(key.scopes.joined(separator: ",")) \(facts(key))")
            }
        }
    }

    static let revoke = Subcommand(
        words: ["key", "revoke"], summary: "Revokes keys; the service knows within a second",
        flags: [
            .value("--name", "NAME", "whose keys", isRequired: true),
            .value("--hint", "cfr_XXXX", "only the one that begins so, as coffer key list shows it"),
        ]
    ) { arguments in
        let name = try name(arguments)
        return try await withKeys { keys, actor in
            let count = try await keys.revoke(name: name, hint: arguments.text("--hint"), by: actor)
            guard count > 0 else { throw Failure("\(name) has no such key that is good") }
            Console.write("revoked \(count)")
        }
    }

    /// The state first: scripts look for it.
    private static func facts(_ key: KeyRecord) -> String {
        let isOver = key.expiresAt.map { $0 <= .now } ?? false
        let facts = [
            key.revokedAt != nil ? "revoked" : isOver ? "ended" : "good",
            "made \(key.createdAt.text)", key.createdBy.map { "by \($0)" },
            key.lastUsedAt.map { "used \($0.text)" } ?? "never used",
            isOver || key.revokedAt != nil ? nil : key.expiresAt.map { "ends \($0.text)" },
        ]
        return facts.compactMap { $0 }.joined(separator: " ")
    }

    private static func settled<Value>(_ result: Result<Value, KeyFault>, _ name: String) throws(Failure) -> Value {
        do throws(KeyFault) {
            return try result.get()
        } catch {
            switch error {
            case .notFound: throw Failure("\(name) has no such key that is good")
            case .ambiguous: throw Failure("\(name) has several keys that are good: say which with --hint")
            case .scopesMissing, .nameReserved: throw Failure("\(name) is a name that no key may have")
            }
        }
    }

    private static func name(_ arguments: Arguments) throws -> String {
        let name = try arguments.required("--name")
        guard APIKey.isName(name) else {
            throw Failure.usage("--name needs up to \(Limits.nameBytesMax) visible ASCII characters, no space")
        }
        return name
    }

    private static func scopes(_ text: String) throws(Failure) -> [Scope] {
        var scopes: [Scope] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let scope = Scope(rawValue: word) else {
                let names = Scope.allCases.map(\.rawValue)
                let near = Suggestion.nearest(to: word, among: names).map { "did you mean \($0)?" }
                throw .usage("there is no scope '\(word)'; \(near ?? "there are: \(names.joined(separator: ", "))")")
            }
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        return scopes
    }

    private static func withKeys(
        _ body: (KeyStore, KeyActor) async throws -> Void
    ) async throws -> ExitCode {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(Config(needs: [.database]), log: log, connections: 1)
        let keys = KeyStore(ledger.database)
        let caller = try await keys.caller(named: AdminOffice.callerName)
        try await body(keys, KeyActor(caller: caller, origin: AdminOffice.origin, scopes: nil))
        await ledger.close()
        return .success
    }
}
