import Foundation
import HTTPClient
import Testing

extension EndToEnd {
    /// The binary as it runs in production: nothing of development is set.
    @Suite(.serialized) struct ProductionTests {
        private static let fixtures = CofferBinary.root.appending(path: "../shared/fixtures/apple")
        private static var areThere: Bool { FileManager.default.fileExists(atPath: fixtures.path) }
        private static let bundles = "com.goodheartapp=1,com.cynet.xingqi=2"

        /// Empty settings are left out.
        private static func make(_ own: [String: String] = [:]) async throws -> TestService {
            try await TestService.make(
                ["COFFER_MODE": "", "COFFER_EXTRA_ROOTS": "", "COFFER_BUNDLE_IDS": bundles]
                    .merging(own) { _, own in own })
        }

        @Test(
            "Apple's own purchases credit a tester once; another tester, an ordinary user and a forgery get nothing",
            .enabled(if: areThere, "the fixtures are not beside the repository"),
            arguments: [
                ("signed_transaction", "jws/transaction-consumable-jpy.jws", "gh_super_good_ticket_1"),
                ("receipt", "receipts/sandbox-2024-sha256-consumable.b64", "cynet.coci.1usd"),
            ])
        func genuine(member: String, path: String, product: String) async throws {
            let service = try await Self.make()
            try await service.start()
            let api = try service.api()
            for (pack, bundle, product) in [
                ("ticket", "com.goodheartapp", "gh_super_good_ticket_1"),
                ("coci", "com.cynet.xingqi", "cynet.coci.1usd"),
            ] {
                let body = """
                    {"bundle":"\(bundle)","product":"\(product)","title":"Coins","coins":50,"reason":"test"}
                    """
                let made = try await api.put("/v1/admin/packs/\(pack)", body)
                #expect(made.status == 200, "\(made.text)")
            }
            for user in ["tester", "other"] {
                let body = #"{"tester":true,"reason":"review"}"#
                #expect(try await api.put("/v1/admin/users/\(user)/tester", body).status == 200)
            }
            let proof = try String(contentsOf: Self.fixtures.appending(path: path), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            func submit(_ user: String, _ proof: String) async throws -> Reply {
                try await api.post("/v1/topups", #"{"user":"\#(user)","\#(member)":"\#(proof)"}"#)
            }
            let first = try await submit("tester", proof)
            #expect(first["purchases.0.state"] == "credited" && first.finish == true, "\(first.text)")
            #expect(first["purchases.0.product"] == product)
            #expect(try await submit("tester", proof)["purchases.0.state"] == "already_credited")
            #expect(try await submit("other", proof)["code"] == "purchase_belongs_to_another_user")
            #expect(try await submit("ordinary", proof)["code"] == "sandbox_not_allowed")
            #expect(try await api.spend("tester", "forty", 40, key: "s")["balance.available"] == "10")
            // A purchase that only a development service would believe.
            let forged = try await api.topUp("tester", service.store.purchase(coins: 100))
            #expect(forged.status == 422 && forged["code"] == "invalid_signature", "\(forged.text)")
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
        }

        @Test("With certificate and key it serves https itself, and refuses files that do not belong together")
        func https() async throws {
            let (certificate, key) = try await Certificates.make()
            let files = ["COFFER_TLS_CERTIFICATE": certificate, "COFFER_TLS_KEY": key]
            let service = try await Self.make(files)
            try await service.start()
            let url = try service.api().url
            #expect(url.hasPrefix("https://127.0.0.1:"))
            var settings = HTTPClientSettings()
            settings.certificateAuthorityPath = certificate
            let trusting = API(url: url, key: service.key, client: HTTPClient(settings: settings))
            #expect(try await trusting.get("/v1/items").status == 200)
            try await service.stop()
            let (_, other) = try await Certificates.make()
            let mixed = service.environment.merging(["COFFER_TLS_CERTIFICATE": certificate, "COFFER_TLS_KEY": other]) {
                _, own in own
            }
            let refused = try await CofferBinary.run(["serve"], mixed)
            #expect(refused.status == 1 && refused.errors.contains("COFFER_TLS_KEY"), "\(refused.errors)")
        }
    }
}

/// Self-signed certificates for 127.0.0.1.
private enum Certificates {
    static func make() async throws -> (certificate: String, key: String) {
        let base = TemporaryFolder.fresh("tls")
        let command = [
            "/usr/bin/env", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", base + ".key", "-out", base + ".pem", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1",
        ]
        let running = try RunningProgram(command, environment: ProcessInfo.processInfo.environment)
        let status = try await running.exitStatus()
        try #require(status == 0, "\(running.errors)")
        return (base + ".pem", base + ".key")
    }
}
