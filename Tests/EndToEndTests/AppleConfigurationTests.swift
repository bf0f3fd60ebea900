import Crypto
import Foundation
import Testing

extension EndToEnd {
    /// Settings about calls to Apple: checked at the start, all at once, never shown.
    @Suite struct AppleConfigurationTests {
        private static let usual = ["DATABASE_URL": "host=/nonexistent", "COFFER_BUNDLE_IDS": "com.example.app=1"]

        private func check(_ own: [String: String]) async throws -> Finished {
            try await CofferBinary.run(["check"], Self.usual.merging(own) { _, own in own })
        }

        @Test("One setting of the key asks for the others, each by its name")
        func together() async throws {
            let finished = try await check(["COFFER_APPLE_KEY_ID": "ABC123DEFG"])
            #expect(finished.status == 3)
            for name in ["COFFER_APPLE_ISSUER_ID", "COFFER_APPLE_KEY_FILE"] {
                #expect(finished.errorLines.contains { $0.hasPrefix("coffer: \(name) is needed") }, "\(name)")
            }
        }

        @Test("Everything that is wrong is said at once, and no secret with it")
        func everything() async throws {
            let finished = try await check([
                "COFFER_MODE": "development", "COFFER_APPLE_ISSUER_ID": "me", "COFFER_APPLE_KEY_ID": "not-an-id!",
                "COFFER_APPLE_KEY": "hunter2", "COFFER_APPLE_SHARED_SECRET_FILE": "/nonexistent",
                "COFFER_APPLE_API_URL": "ftp://apple", "COFFER_APPLE_VERIFY_RECEIPT_URL": "nowhere",
            ])
            #expect(finished.status == 3)
            for name in [
                "COFFER_APPLE_ISSUER_ID", "COFFER_APPLE_KEY_ID", "COFFER_APPLE_KEY ", "COFFER_APPLE_SHARED_SECRET_FILE",
                "COFFER_APPLE_API_URL", "COFFER_APPLE_VERIFY_RECEIPT_URL",
            ] {
                #expect(finished.errorLines.contains { $0.hasPrefix("coffer: \(name)") }, "nothing about \(name)")
            }
            #expect(!finished.errors.contains("hunter2"))
        }

        @Test("A key of another kind, no key at all and a file that is not there are told apart")
        func keys() async throws {
            let names = ["COFFER_APPLE_ISSUER_ID": UUID().uuidString, "COFFER_APPLE_KEY_ID": "ABC123DEFG"]
            func errors(_ name: String, _ value: String) async throws -> String {
                try await check(names.merging([name: value]) { _, own in own }).errors
            }
            let rsa = try Self.pem(.rsa2048)
            #expect(try await errors("COFFER_APPLE_KEY", rsa).contains("key of another kind"))
            #expect(try await errors("COFFER_APPLE_KEY", "-----BEGIN PRIVATE KEY-----").contains("no private key"))
            #expect(try await errors("COFFER_APPLE_KEY_FILE", "/nonexistent.p8").contains("cannot be read"))
            let good = try Self.pem(.p256)
            for key in [good, good.replacingOccurrences(of: "\n", with: "\\n")] {
                let errors = try await errors("COFFER_APPLE_KEY", key)
                #expect(!errors.contains("COFFER_APPLE") && errors.contains("database"), "\(errors)")
            }
        }

        @Test("Production takes no other addresses than Apple's")
        func addresses() async throws {
            let finished = try await check(["COFFER_APPLE_API_SANDBOX_URL": "https://localhost"])
            #expect(finished.status == 3 && finished.errors.contains("for development only"))
        }

        /// A new key as a `.p8` file has it.
        static func pem(_ kind: PrivateKey.Kind) throws -> String {
            let der = Data(try PrivateKey(generating: kind).pkcs8())
            let base64 = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        }
    }
}
