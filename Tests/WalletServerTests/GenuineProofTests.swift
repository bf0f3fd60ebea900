import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// Apple's own signatures, from the fixtures beside the repository.
@Suite struct GenuineProofTests {
    private static let fixtures = TestDatabase.root.appending(path: "../shared/fixtures/apple")
    private static var areThere: Bool { FileManager.default.fileExists(atPath: fixtures.path) }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: fixtures.appending(path: path), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "a genuine sandbox purchase credits a tester once and buys a course",
        .enabled(if: areThere, "the fixtures are not beside the repository"),
        arguments: [
            ("signed_transaction", "jws/transaction-consumable-jpy.jws", "gh_super_good_ticket_1", "com.goodheartapp"),
            ("receipt", "receipts/sandbox-2024-sha256-consumable.b64", "cynet.coci.1usd", "com.cynet.xingqi"),
        ])
    func credited(member: String, path: String, product: String, bundle: String) async throws {
        let shop = try await ServiceFixture.shared
        let (tester, other, ordinary) = (
            ServiceFixture.unique("tester"), ServiceFixture.unique("tester"), ServiceFixture.unique("user")
        )
        try await shop.addPack(product, coins: 500, bundle: bundle)
        let course = try await shop.addItem("course", price: 288, kind: 1)
        for user in [tester, other] { try await shop.makeTester(user) }
        let proof = try Self.text(path)
        func submit(_ user: String) async throws -> Told {
            try await shop.call(.post, "/v1/topups", #"{"user":"\#(user)","\#(member)":"\#(proof)"}"#)
        }
        let first = try await submit(tester)
        #expect(first.status == 200, "\(String(decoding: first.bytes, as: UTF8.self))")
        #expect(first.states == ["credited"])
        #expect(first.flag("finish") == true)
        let again = try await submit(tester)
        #expect(again.status == 200)
        #expect(again.states == ["already_credited"])
        let another = try await submit(other)
        #expect(another.status == 409)
        #expect(another.code == "purchase_belongs_to_another_user")
        let refused = try await submit(ordinary)
        #expect(refused.status == 409)
        #expect(refused.code == "sandbox_not_allowed")
        #expect(try await shop.spend(course, for: tester, price: 288).status == 200)
        #expect(try await shop.available(tester) == 212)
    }
}
