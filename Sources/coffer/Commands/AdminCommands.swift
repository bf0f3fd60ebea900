internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer admin …`: the people of the console, the first owner above all.
enum AdminCommands {
    private static let nameFlag = Flag.value("--name", "NAME", "who it is; logs in with it", isRequired: true)
    private static let passwordFlag = Flag.value(
        "--password-file", "PATH", "the password, in the file's first line; else it is asked for, or read from a pipe")
    private static let enrolling = [
        "Prints the secret for the authenticator app, this once, asks for the app's code, then prints recovery codes.",
        "Without a terminal it reads lines from standard input: the password (unless it has a file), then the code.",
    ]

    static let create = Subcommand(
        words: ["admin", "create"], summary: "Makes an admin of the console, with password and authenticator app",
        flags: [
            nameFlag,
            .value(
                "--role", "ROLE", "one of \(AdminRole.allCases.map(\.rawValue).joined(separator: ", "))",
                isRequired: true),
            passwordFlag,
        ],
        notes: enrolling
    ) { arguments in
        let name = try name(arguments)
        let roles = AdminRole.allCases.map(\.rawValue)
        guard let word = try arguments.choice("--role", of: roles), let role = AdminRole(rawValue: word) else {
            throw Failure.usage("--role is one of: \(roles.joined(separator: ", "))")
        }
        let password = try password(arguments)
        return try await withOffice { office in
            try await enrol(office, try await office.create(name, as: role, password: password))
        }
    }

    static let reset = Subcommand(
        words: ["admin", "reset"], summary: "Gives an admin a new password and app; the old ones are void",
        flags: [nameFlag, passwordFlag], notes: enrolling
    ) { arguments in
        let name = try name(arguments)
        let password = try password(arguments)
        return try await withOffice { office in
            try await enrol(office, try await office.reset(name, password: password))
        }
    }

    static let list = Subcommand(
        words: ["admin", "list"], summary: "Lists names, roles, states and last log-ins"
    ) { _ in
        try await withOffice { office in
            for admin in try await office.list() {
                let last = admin.lastLogInAt.map { "last log-in \($0.text)" } ?? "never logged in"
                Console.write("\(admin.name) \(admin.role) \(admin.state) \(last)")
            }
        }
    }

    static let disable = Subcommand(
        words: ["admin", "disable"], summary: "Ends an admin's sessions and lets him in no more; not the last owner",
        flags: [nameFlag]
    ) { arguments in
        let name = try name(arguments)
        return try await withOffice { office in
            try await office.setDisabled(name, true)
            Console.write("disabled \(name.text)")
        }
    }

    static let enable = Subcommand(
        words: ["admin", "enable"], summary: "Lets a disabled admin in again", flags: [nameFlag]
    ) { arguments in
        let name = try name(arguments)
        return try await withOffice { office in
            try await office.setDisabled(name, false)
            Console.write("enabled \(name.text)")
        }
    }

    private static func name(_ arguments: Arguments) throws -> AdminName {
        let text = try arguments.required("--name")
        do throws(WalletError) {
            return try AdminName(text)
        } catch {
            throw Failure.usage(
                "--name needs up to \(Limits.adminNameBytesMax) letters, digits and . - _ @ +, first a letter or digit")
        }
    }

    private static func password(_ arguments: Arguments) throws -> String {
        if let path = arguments.text("--password-file") { return try SecretInput.firstLine(ofFile: path) }
        return try SecretInput.password()
    }

    /// Mistyped codes are asked for again a few times.
    private static let triesMax = 3

    private static func enrol(_ office: AdminOffice, _ begun: AdminOffice.Begun) async throws {
        Console.write("secret \(begun.secret)")
        Console.write("uri \(begun.uri)")
        for _ in 0..<triesMax {
            guard let code = SecretInput.code() else { break }
            if let codes = try await office.confirm(begun, code: code) {
                for code in codes { Console.write("recovery \(code)") }
                Console.write("enrolled")
                return
            }
            Console.complain(["this is not the app's code"])
        }
        throw Failure("not confirmed by a code of the app: run the command again")
    }

    private static func withOffice(_ body: (AdminOffice) async throws -> Void) async throws -> ExitCode {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let config = try Config(needs: [.database])
        let ledger = try OpenLedger(config, log: log, connections: 1)
        let office = AdminOffice(ledger.database, secrets: config.adminSecrets, log: log) { .now }
        do {
            try await body(office)
        } catch let refusal as AdminOffice.Refusal {
            throw Failure(refusal.text)
        }
        await ledger.close()
        return .success
    }
}
