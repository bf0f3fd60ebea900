import Foundation
import HTTPClient
import Testing

extension EndToEnd {
    /// `coffer seal` and `coffer verify` with a root that was kept elsewhere, signed with a key of its own.
    @Suite(.serialized) struct SealTests {
        private static let privateKey = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----

            """
        private static let publicKey = """
            -----BEGIN PUBLIC KEY-----
            MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
            -----END PUBLIC KEY-----

            """

        private func file(_ text: String) throws -> String {
            let path = TemporaryFolder.fresh("seal")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        @Test("A signed root is printed, kept, and checked by who has the public key only; a changed one is refused")
        func signed() async throws {
            let service = try await TestService.make()
            try await service.start()
            #expect(try await service.api().grant("alice", 5, key: "k1").status == 200)
            try await service.stop()
            let signing = service.environment.merging(
                ["COFFER_SEAL_KEY_FILE": try file(Self.privateKey)]) { _, own in own }
            let checking = service.environment.merging(
                ["COFFER_SEAL_KEY_FILE": try file(Self.publicKey)]) { _, own in own }

            let printed = try await CofferBinary.run(["seal", "--now"], signing)
            #expect(printed.status == 0, "\(printed.errors)")
            #expect(printed.output.split(separator: "\n").map { $0.prefix(4) } == ["seal", "root", "key ", "sign"])
            let kept = try file(printed.output)
            for command in ["verify", "seal"] {
                let checked = try await CofferBinary.run([command, "--root", kept], checking)
                #expect(checked.status == 0, "\(checked.output) \(checked.errors)")
            }

            let forged = try file(printed.output.replacing("seal 1 of", with: "seal 2 of"))
            let refused = try await CofferBinary.run(["verify", "--root", forged], checking)
            #expect(refused.status == 1 && refused.errors.contains("NOT signed as it stands"))
            let keyless = try await CofferBinary.run(["verify", "--root", kept], service.environment)
            #expect(keyless.status == 1 && keyless.errors.contains("COFFER_SEAL_KEY_FILE"))
            let cannotSign = try await CofferBinary.run(["seal"], checking)
            #expect(cannotSign.status == 1 && cannotSign.errors.contains("cannot sign"))

            let plain = try await CofferBinary.run(["seal"], service.environment)
            #expect(plain.output.split(separator: "\n").count == 2)
            let unsigned = try file(plain.output)
            #expect(try await CofferBinary.run(["verify", "--root", unsigned], service.environment).status == 0)
            let missing = try await CofferBinary.run(["verify", "--root", unsigned], checking)
            #expect(missing.status == 1 && missing.errors.contains("is not signed"))
        }

        @Test("A signed root of books that were rewritten since is missed among their seals")
        func rewritten() async throws {
            let service = try await TestService.make()
            try await service.start()
            #expect(try await service.api().grant("alice", 5, key: "k1").status == 200)
            try await service.stop()
            let signing = service.environment.merging(
                ["COFFER_SEAL_KEY_FILE": try file(Self.privateKey)]) { _, own in own }
            let kept = try file(try await CofferBinary.run(["seal", "--now"], signing).output)
            try await service.books.ask("UPDATE seals SET sealed_at = sealed_at - interval '1 hour'")
            let checked = try await CofferBinary.run(["verify", "--root", kept], signing)
            #expect(checked.status == 1 && checked.output.contains("seal"))
        }
    }
}
