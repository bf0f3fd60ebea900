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
        ],
        notes: ["The key is the last word that is printed. Only its SHA-256 is stored."]
    ) { arguments in
        let name = try name(arguments)
        let scopes = try scopes(arguments.required("--scope"))
        let key = APIKey.generate()
        return try await withKeys { keys in
            _ = try await keys.create(
                name: name, scopes: scopes.map(\.rawValue), digest: key.digest, hint: key.hint)
            Console.write("key \(name) \(key.text)")
        }
    }

    static let list = Subcommand(
        words: ["key", "list"], summary: "Lists names, scopes and the beginnings of keys"
    ) { _ in
        try await withKeys { keys in
            for key in try await keys.list() {
                let state = key.revokedAt == nil ? "good" : "revoked"
                Console.write("\(key.name) \(key.hint)… \(key.scopes.joined(separator: ",")) \(state)")
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
        return try await withKeys { keys in
            let count = try await keys.revoke(name: name, hint: arguments.text("--hint"))
            guard count > 0 else { throw Failure("\(name) has no such key that is good") }
            Console.write("revoked \(count)")
        }
    }

    private static func name(_ arguments: Arguments) throws -> String {
        let name = try arguments.required("--name")
        let isPlain = name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, name.utf8.count <= Limits.nameBytesMax else {
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

    private static func withKeys(_ body: (KeyStore) async throws -> Void) async throws -> ExitCode {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(Config(needs: [.database]), log: log, connections: 1)
        try await body(KeyStore(ledger.database))
        await ledger.close()
        return .success
    }
}
