import Foundation
import Testing

extension EndToEnd {
    /// What keeps the service from starting, said at once and without secrets.
    @Suite(.serialized) struct ConfigurationTests {
        @Test("All problems of the environment are told at once, each with its variable, none with a secret")
        func allProblems() async throws {
            let finished = try await CofferBinary.run(
                ["check"],
                [
                    "DATABASE_URL": "hunter2-not-a-url", "COFFER_MODE": "produktion", "COFFER_BUNDLE_IDS": "nonsense",
                    "COFFER_LISTEN": "everywhere", "COFFER_LANES": "0", "COFFER_POOL": "many",
                    "COFFER_SANDBOX": "some", "COFFER_TLS_KEY": "/nonexistent", "COFFER_ZONE": "Mars/Olympus",
                    "COFFER_LANE": "2",
                ])
            #expect(finished.status == 3)
            for name in [
                "DATABASE_URL", "COFFER_MODE", "COFFER_BUNDLE_IDS", "COFFER_LISTEN", "COFFER_LANES", "COFFER_POOL",
                "COFFER_SANDBOX", "COFFER_TLS_KEY", "COFFER_TLS_CERTIFICATE", "COFFER_ZONE", "COFFER_LANE ",
            ] {
                #expect(finished.errorLines.contains { $0.hasPrefix("coffer: \(name)") }, "nothing about \(name)")
            }
            #expect(!finished.errors.contains("hunter2"))
        }

        @Test("A shop's zone that the machine does not know stops the start, and so does no limit for prices")
        func shopZone() async throws {
            let finished = try await CofferBinary.run(
                ["check"], ["COFFER_SHOP_ZONE": "Europe/Nowhere", "COFFER_PRICE_CHANGE_LIMIT": "0"])
            #expect(finished.status != 0)
            #expect(finished.errorLines.contains { $0.hasPrefix("coffer: COFFER_SHOP_ZONE") })
            #expect(finished.errorLines.contains { $0.hasPrefix("coffer: COFFER_PRICE_CHANGE_LIMIT") })
        }

        @Test("An abbreviation is no zone: it means several, and exports would refuse it later")
        func zoneAbbreviation() async throws {
            let finished = try await CofferBinary.run(["check"], ["COFFER_ZONE": "PST"])
            #expect(finished.errorLines.contains { $0.hasPrefix("coffer: COFFER_ZONE") })
        }

        @Test(
            "What contradicts another setting, or names a file that is no key, is told with its variable",
            arguments: [
                (["COFFER_REFUND_OWNERSHIP": "take"], "COFFER_REFUND_OWNERSHIP must be keep or revoke"),
                (["COFFER_ADJUST_LIMIT": "-1"], "COFFER_ADJUST_LIMIT must be"),
                (["COFFER_ADJUST_LIMIT": "1000000001"], "COFFER_ADJUST_LIMIT must be"),
                (
                    ["COFFER_REFUND_OWNERSHIP": "revoke", "COFFER_REFUND_POLICY": "write_off"],
                    "COFFER_REFUND_OWNERSHIP means nothing with COFFER_REFUND_POLICY=write_off"
                ), (["COFFER_SEAL_KEY_FILE": "/nonexistent"], "COFFER_SEAL_KEY_FILE names a file that cannot be read"),
                (["COFFER_SEAL_KEY_FILE": "/etc/passwd"], "COFFER_SEAL_KEY_FILE names a file without an Ed25519 key"),
            ] as [([String: String], String)]
        )
        func contradictions(settings: [String: String], problem: String) async throws {
            let finished = try await CofferBinary.run(
                ["check"], settings.merging(["DATABASE_URL": "host=/nonexistent"]) { own, _ in own })
            #expect(finished.status == 3, "\(finished.errors)")
            #expect(finished.errorLines.contains { $0.hasPrefix("coffer: \(problem)") }, "\(finished.errors)")
        }

        @Test("Production refuses what only development takes")
        func developmentSettings() async throws {
            let roots = TemporaryFolder.fresh("roots") + ".pem"
            try TestStore().writeRoots(to: roots)
            let settings = [
                "DATABASE_URL": "host=/nonexistent", "COFFER_BUNDLE_IDS": "com.example.app=1",
                "COFFER_EXTRA_ROOTS": roots, "COFFER_CLOCK_FILE": "/nonexistent",
                "COFFER_FAULT": "locked:stop:1", "COFFER_BATCH_MAX": "1",
            ]
            let finished = try await CofferBinary.run(["serve"], settings)
            #expect(finished.status == 3 && finished.errorLines.count == 4)
            #expect(finished.errorLines.allSatisfy { $0.contains("for development only") })
        }

        @Test("A database that does not answer is one line and status 1; its password is not in it")
        func unreachable() async throws {
            let finished = try await CofferBinary.run(
                ["serve"],
                [
                    "DATABASE_URL": "postgresql://coffer:hunter2@127.0.0.1:1/coffer",
                    "COFFER_BUNDLE_IDS": "com.example.app=1",
                ])
            #expect(finished.status == 1 && finished.errors.contains("the database does not answer"))
            #expect(!finished.errors.contains("hunter2"))
        }

        @Test("A missing or changed migration, a superuser's role and the other mode's database refuse to serve")
        func installation() async throws {
            let service = try await TestService.make()
            let missing = try Migrations.copy()
            try Migrations.add("SELECT 1;", to: missing)
            try await expectRefusal(service, ["COFFER_MIGRATIONS": missing], "Migrations are missing")
            let changed = try Migrations.copy()
            try Migrations.touch(changed)
            try await expectRefusal(service, ["COFFER_MIGRATIONS": changed], "Migrations were changed")
            let refused = try await CofferBinary.run(
                ["migrate"], service.environment.merging(["COFFER_MIGRATIONS": changed]) { _, own in own })
            #expect(refused.status == 1 && refused.errors.contains("changed since they were applied"))
            let superuser = service.environment["COFFER_MIGRATE_URL"] ?? ""
            try await expectRefusal(service, ["DATABASE_URL": superuser], "superuser")

            let program = try await service.start()
            try await service.stop()
            #expect(!program.output.isEmpty)
            var production = service.environment
            production["COFFER_MODE"] = nil
            production["COFFER_EXTRA_ROOTS"] = nil
            let other = try await CofferBinary.run(["serve"], production)
            #expect(other.status == 1 && other.errors.contains("used for development"))
        }

        @Test("migrate --status tells an empty database from a current one")
        func status() async throws {
            let service = try await TestService.make()
            let current = try await CofferBinary.run(["migrate", "--status"], service.environment)
            #expect(current.status == 0 && current.output == "current\n")
            let again = try await CofferBinary.run(["migrate"], service.environment)
            #expect(again.status == 0 && again.output.contains("nothing to apply"))
            try await service.books.ask("DELETE FROM migrations")
            let empty = try await CofferBinary.run(["migrate", "--status"], service.environment)
            #expect(empty.status == 1 && empty.output.contains("missing 0001_"))
        }

        @Test(
            "An unknown command or flag is refused with what was probably meant",
            arguments: [
                (["srve"], "did you mean serve?"), (["dev", "--prot", "1"], "did you mean --port?"),
                (["key", "create", "--name", "shop", "--scope", "spent"], "did you mean spend?"),
                (["key", "create", "--name", "shop"], "--scope A,B is needed"),
                (["dev", "--port", "99999"], "--port needs a whole number"), (["key"], "key create"),
                (["migrate", "--status", "--status"], "given twice"),
            ] as [([String], String)]
        )
        func usage(words: [String], advice: String) async throws {
            let finished = try await CofferBinary.run(words, ["DATABASE_URL": "host=/nonexistent"])
            #expect(finished.status == 2 && finished.errors.contains(advice), "\(finished.errors)")
        }

        @Test("Help names every setting; a command's help its flags; --version a version")
        func help() async throws {
            let config = try await CofferBinary.run(["help", "config"])
            #expect(config.output.contains("COFFER_DRAIN_DELAY_MS") && config.output.contains("DATABASE_URL"))
            #expect(try await CofferBinary.run(["sign-purchase", "--help"]).output.contains("--quantity"))
            let overview = try await CofferBinary.run(["help"])
            #expect(overview.status == 0 && !overview.output.contains("bench-seed"))
            #expect(try await CofferBinary.run(["--version"]).output.hasPrefix("coffer "))
        }

        private func expectRefusal(
            _ service: TestService, _ own: [String: String], _ reason: String
        ) async throws {
            let settings = service.environment.merging(own) { _, own in own }
            for command in ["check", "serve"] {
                let finished = try await CofferBinary.run([command], settings)
                #expect(finished.status == 1 && finished.errors.contains(reason), "\(command): \(finished.errors)")
            }
        }
    }
}

/// Copies of the migrations, spoiled.
private enum Migrations {
    static func copy() throws -> String {
        let folder = TemporaryFolder.fresh("migrations")
        let released = CofferBinary.root.appending(path: "Migrations").path
        // File by file: copyItem also copies the group, which not every user may give.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try names(released) {
            try Data(contentsOf: URL(filePath: "\(released)/\(name)")).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        return folder
    }

    static func add(_ sql: String, to folder: String) throws {
        let next = try names(folder).count + 1
        let number = String(repeating: "0", count: 4 - String(next).count) + String(next)
        try Data(sql.utf8).write(to: URL(filePath: "\(folder)/\(number)_add_nothing.sql"))
    }

    static func touch(_ folder: String) throws {
        let file = URL(filePath: "\(folder)/\(try #require(names(folder).first))")
        try (Data(contentsOf: file) + Data("-- touched\n".utf8)).write(to: file)
    }

    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") }.sorted()
    }
}
