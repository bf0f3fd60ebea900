import Crypto
import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

extension EndToEnd {
    /// The first owner, made from the command line as an operator makes him.
    @Suite(.serialized) struct AdminTests {
        private static let password = "a password of some length"

        private func admin(
            _ words: [String], _ service: TestService, input: (String) throws -> String?
        ) async throws -> Finished {
            try await CofferBinary.converse(["admin"] + words, service.environment, first: Self.password + "\n", input)
        }

        /// Answers the printed secret with its code of now.
        private func code(_ output: String) throws -> String? {
            guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("secret ") }) else { return nil }
            let secret = try #require(Self.decode(String(line.dropFirst("secret ".count))))
            let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
            return try TOTP(secret: secret).code(step: TOTP.step(at: now)) + "\n"
        }

        @Test("An owner is made by password and code, listed, reset, and not disabled while he is the last")
        func life() async throws {
            let service = try await TestService.make()
            let made = try await admin(["create", "--name", "Ann", "--role", "owner"], service) { try code($0) }
            #expect(made.status == 0, "\(made.errors)")
            #expect(
                made.output.contains("uri otpauth://totp/Coffer:ann?secret=") && made.output.hasSuffix("enrolled\n"))
            #expect(made.output.split(separator: "\n").filter { $0.hasPrefix("recovery ") }.count == 10)
            #expect(!(made.output + made.errors).contains(Self.password))
            let list = try await CofferBinary.run(["admin", "list"], service.environment)
            #expect(list.output.hasPrefix("ann owner active "))
            let twice = try await admin(["create", "--name", "ann", "--role", "viewer"], service) { try code($0) }
            #expect(twice.status == 1 && twice.errors.contains("there is an admin of this name already"))
            let disabled = try await CofferBinary.run(["admin", "disable", "--name", "ann"], service.environment)
            #expect(disabled.status == 1 && disabled.errors.contains("last owner"))
            let reset = try await admin(["reset", "--name", "ann"], service) { try code($0) }
            #expect(reset.status == 0 && reset.output.hasSuffix("enrolled\n"))
            let acts = try await service.books.number(
                """
                SELECT count(*) FROM audit_log
                WHERE subject = 'admin:ann' AND action IN ('invite_admin', 'enrol_admin', 'reset_factors')
                """
            )
            #expect(acts == 4)
        }

        @Test("Nobody is made without the app's code, or with a password that everybody tries")
        func refuses() async throws {
            let service = try await TestService.make()
            let wrong = try await admin(["create", "--name", "ann", "--role", "owner"], service) { _ in
                "000000\n000000\n000000\n"
            }
            #expect(wrong.status == 1 && wrong.errors.contains("not confirmed"))
            let weak = try await CofferBinary.converse(
                ["admin", "create", "--name", "ann", "--role", "owner"], service.environment,
                first: "passwordpassword\n"
            ) { _ in nil }
            #expect(weak.status == 1 && weak.errors.contains("tried first") && !weak.output.contains("secret"))
            #expect(try await CofferBinary.run(["admin", "list"], service.environment).output == "")
        }

        @Test("A key is rotated with an overlap, and who did it is in the audit log, whose chain is verified")
        func rotation() async throws {
            let service = try await TestService.make()
            let rotated = try await CofferBinary.run(
                ["key", "rotate", "--name", "shop", "--overlap", "24h"], service.environment)
            #expect(rotated.status == 0 && rotated.output.hasPrefix("old shop cfr_"), "\(rotated.errors)")
            let list = try await CofferBinary.run(["key", "list"], service.environment)
            #expect(
                list.output.split(separator: "\n").filter { $0.hasPrefix("shop ") && $0.contains(" good ") }.count == 2)
            // Those on their way out do not count.
            let again = try await CofferBinary.run(
                ["key", "rotate", "--name", "shop", "--overlap", "0s"], service.environment)
            #expect(again.status == 0)
            let verified = try await CofferBinary.run(["verify"], service.environment)
            #expect(verified.status == 0 && verified.output.contains("3 audit records"), "\(verified.output)")
            let odd = try await CofferBinary.run(
                ["key", "rotate", "--name", "shop", "--overlap", "soon"], service.environment)
            #expect(odd.status == 2)
        }

        private static func decode(_ base32: String) -> [UInt8]? {
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
            var (bits, buffer, bytes) = (0, 0, [UInt8]())
            for letter in base32.utf8 {
                guard let value = digits.firstIndex(of: letter) else { return nil }
                buffer = (buffer << 5 | value) & 0xFFFF
                bits += 5
                guard bits >= 8 else { continue }
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 0xFF))
            }
            return bytes
        }
    }
}
