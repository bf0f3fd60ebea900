import Foundation
import HTTPServer
import StoreSimulator
import Testing

extension EndToEnd {
    /// `coffer apple check` against a store on loopback: what a new operator reads.
    @Suite struct AppleCheckTests {
        /// The store, where it sends notifications to, and the settings that lead there.
        private final class Installation: Sendable {
            let store: SimulatedStore
            let servers: StoreServers
            private let receiver: HTTPServer
            private let roots = TemporaryFolder.fresh("roots") + ".pem"
            private let key = TemporaryFolder.fresh("key") + ".p8"

            init(status: Int = 200) throws {
                receiver = try HTTPServer(settings: HTTPServerSettings(), handler: Receiver(status: status))
                let address = "http://127.0.0.1:\(receiver.port)/v1/apple/notifications"
                var settings = SimulatorSettings()
                settings.notificationURLs = [.production: address, .sandbox: address]
                store = try SimulatedStore(settings)
                servers = try StoreServers(store)
                try TestStore.writeRoots(of: store.authority, to: roots)
                try Data(store.apiKey.privateKeyPEM.utf8).write(to: URL(filePath: key))
            }

            deinit {
                servers.stop()
                receiver.stop()
            }

            func check(_ own: [String: String] = [:], _ flags: [String] = []) async throws -> Finished {
                let usual = [
                    "COFFER_MODE": "development", "COFFER_EXTRA_ROOTS": roots,
                    "COFFER_BUNDLE_IDS": "\(store.settings.bundleID)=\(store.settings.appAppleID)",
                    "COFFER_APPLE_ISSUER_ID": store.apiKey.issuerID, "COFFER_APPLE_KEY_ID": store.apiKey.keyID,
                    "COFFER_APPLE_KEY_FILE": key, "COFFER_APPLE_API_URL": servers.url,
                    "COFFER_APPLE_API_SANDBOX_URL": servers.sandboxURL,
                ]
                return try await CofferBinary.run(["apple", "check"] + flags, usual.merging(own) { _, own in own })
            }
        }

        private struct Receiver: RequestHandler {
            let status: Int

            func admit(_ head: RequestHead) -> Admission { .accept(bodyBytesMax: 1_024 * 1_024) }

            func handle(_ request: Request, _ responder: Responder) { responder.respond(Response(status: status)) }

            func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Response(status: kind.status) }
        }

        private static func verdicts(_ finished: Finished) -> [Substring] {
            finished.output.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ", omittingEmptySubsequences: true)
                return line.hasPrefix("  ") && ["ok", "failed", "note"].contains(words[0]) ? words[0] : nil
            }
        }

        @Test("A good installation is good in every line, and the command says so by its exit code")
        func good() async throws {
            let finished = try await Installation().check()
            #expect(finished.status == 0, "\(finished.output)\(finished.errors)")
            #expect(Self.verdicts(finished) == ["ok", "ok", "ok", "ok", "ok", "ok", "ok"], "\(finished.output)")
        }

        @Test("A wrong issuer, an address that answers 500 and another number of the app are told with what to do")
        func bad() async throws {
            let other = try await Installation().check(["COFFER_APPLE_ISSUER_ID": UUID().uuidString])
            #expect(other.status == 1 && other.output.contains("failed  key and bundle id"), "\(other.output)")
            #expect(other.output.contains("do: compare COFFER_APPLE_ISSUER_ID"))
            let failing = try await Installation(status: 500).check([:], ["--environment", "production"])
            #expect(failing.status == 1 && failing.output.contains("UNSUCCESSFUL_HTTP_RESPONSE_CODE"))
            let installation = try Installation()
            let bundle = installation.store.settings.bundleID
            let number = try await installation.check(
                ["COFFER_BUNDLE_IDS": "\(bundle)=7"], ["--environment", "production"])
            #expect(number.status == 1 && number.output.contains("failed  app, production"), "\(number.output)")
        }

        @Test("Without a key it says which settings are missing; a misspelled store is a usage error")
        func incomplete() async throws {
            let none = try await CofferBinary.run(["apple", "check"], ["COFFER_BUNDLE_IDS": "com.example.app=1"])
            #expect(none.status == 3 && none.errors.contains("COFFER_APPLE_ISSUER_ID is needed"))
            let misspelled = try await CofferBinary.run(["apple", "check", "--environment", "prod"])
            #expect(misspelled.status == 2 && misspelled.errors.contains("production, sandbox"))
        }
    }
}
