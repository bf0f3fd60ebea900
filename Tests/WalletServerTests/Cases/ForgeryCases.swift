import AppStore
import Crypto
import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Case V-3 with every forgery of the shared set, at both doors.
@Suite struct ForgeryCases {
    private static let fixtures = TestDatabase.root.appending(path: "../shared/fixtures/apple")
    private static var areThere: Bool { FileManager.default.fileExists(atPath: fixtures.path) }
    private static let bundle = "com.example.coinwallet"

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: fixtures.appending(path: path)))
    }

    /// Path and text of every token that must be refused.
    private static func forgeries() throws -> [(path: String, text: String)] {
        let manifest = try JSONObject(parsing: bytes("MANIFEST.json"))
        return try manifest.array("files").compactMap { file in
            guard case .object(let file) = file, try file.text("kind") == "jws-negative",
                try file.object("expected").text("verdict") == "reject"
            else { return nil }
            let path = try file.text("path")
            return (path, String(decoding: try bytes(path), as: UTF8.self))
        }
    }

    /// Trusts what signed the forgeries: only what is wrong with them can be the reason.
    private static func trusting() async throws -> ServiceFixture {
        let root = Fingerprint(ofCertificate: try bytes("synthetic/test-root-ec.cer"))
        return try await ServiceFixture { settings in
            settings.appStore = AppStoreSettings(
                appIDs: [bundle: 1_234_567_890], anchors: settings.appStore.anchors.adding([root]))
        }
    }

    private static func body(_ member: String, _ text: String, user: String? = nil) -> String {
        var writer = JSONWriter()
        writer.object { object in
            object.member("user", user)
            object.member(member, text)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "V-3: no forgery is credited or kept, by neither door, and none is in the log; the controls are credited",
        .enabled(if: areThere, "the fixtures are not beside the repository"))
    func bothDoors() async throws {
        let shop = try await Self.trusting()
        let product = "com.example.coinwallet.coins.100"
        try await shop.addPack(product, coins: 100, bundle: Self.bundle)
        let user = ServiceFixture.unique("forger")
        let forgeries = try Self.forgeries()
        #expect(forgeries.count > 40)
        for forgery in forgeries {
            let told = try await shop.call(
                .post, "/v1/topups", Self.body("signed_transaction", forgery.text, user: user))
            // A far date may be our own clock's fault: the app keeps it, and nothing is credited.
            let isClock = told.code == "clock_ahead" && forgery.path.contains("far-future")
            #expect(isClock || (400..<500).contains(told.status), "\(forgery.path): \(told.status)")
            let isOfAnotherApp = ["wrong_app", "wrong_environment"].contains(told.code)
            #expect(told.flag("finish") == isOfAnotherApp, "\(forgery.path)")
            #expect(told.states.isEmpty, "\(forgery.path)")
            let knocked = try await shop.call(
                .post, "/v1/apple/notifications", Self.body("signedPayload", forgery.text))
            #expect(isClock || (400..<500).contains(knocked.status), "\(forgery.path): \(knocked.status)")
            let id = try #require(knocked.header("X-Request-Id"))
            #expect(try await shop.logs("notification refused", id), "\(forgery.path): \(knocked.code ?? "")")
        }
        #expect(try await shop.get("/v1/wallets/\(user)/entries").list("entries").isEmpty)
        try await shop.database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT count(*) FROM notifications) = 0;
                ASSERT (SELECT count(*) FROM proofs) = 0;
                ASSERT (SELECT count(*) FROM store_transactions) = 0;
            END $$
            """)
        for forgery in forgeries where forgery.text.utf8.count >= Self.fragment {
            #expect(!shop.log.text.contains(forgery.text.prefix(200).suffix(Self.fragment)), "\(forgery.path)")
            #expect(!shop.log.text.contains(forgery.text.suffix(Self.fragment)), "\(forgery.path)")
        }
        try await controls(shop, user)
        _ = await shop.service.drain(deadlineMs: 2_000)
    }

    /// What the log must not hold of a token, in characters.
    private static let fragment = 24

    /// Of the same signer, and nothing wrong with them.
    private func controls(_ shop: ServiceFixture, _ user: String) async throws {
        let token = String(decoding: try Self.bytes("synthetic/transaction-without-price-and-token.jws"), as: UTF8.self)
        let told = try await shop.call(.post, "/v1/topups", Self.body("signed_transaction", token, user: user))
        #expect(told.states == ["credited"], "\(String(decoding: told.bytes, as: UTF8.self))")
        let message = try Self.bytes("synthetic/notification-one-time-charge-production.jws")
        let knocked = try await shop.call(
            .post, "/v1/apple/notifications", Self.body("signedPayload", String(decoding: message, as: UTF8.self)))
        #expect(knocked.status == 200)
        #expect(knocked.text("state") == "stored")
    }
}
