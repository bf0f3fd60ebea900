import FoundationEssentials
import HTTPClient
import Testing
import WalletDomain

@testable import WalletServer

/// Mass assignment: nobody sets what a call does not offer. Whatever a body names beside it refuses all of it.
@Suite struct UnknownMemberTests {
    /// A path whose pieces are well formed, of things that are not there.
    private static func path(_ template: String, user: String) -> String {
        template.split(separator: "/").map { piece in
            switch piece {
            case "{user}": "/" + user
            case "{environment}": "/Production"
            case "{transaction}", "{draft}", "{version}", "{publication}", "{lot}": "/7"
            case "{token}": "/0c4bfb3e-5d3f-4f5e-9a54-2b1f3a7f9d11"
            case "{approval}": "/apr_" + String(repeating: "0", count: 32)
            case "{key}": "/key_" + String(repeating: "0", count: 32)
            case "{spend}": "/spd_" + String(repeating: "0", count: 32) + "_1"
            case "{hold}": "/hld_" + String(repeating: "0", count: 32) + "_1"
            case "{unattributed}": "/una_p7"
            default: piece.hasPrefix("{") ? "/x" : "/" + piece
            }
        }.joined()
    }

    /// Of the caller, the ledger or a person: nothing that any call takes.
    private static let members = ["caller", "role", "is_admin", "balance", "decided_by"]

    /// These take files instead.
    private static let files = ["/import", "/books/settings", "/books/reports"]

    @Test("every call with a body refuses a member that it does not offer, by name", arguments: members)
    func refused(member: String) async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("assigned")
        var refused = 0
        for route in Routes(shop.service.rooms).stations.map(\.route) {
            guard case .keys = route.access, let method = HTTPRequest.Method(rawValue: route.method.rawValue),
                route.method != .get, !Self.files.contains(where: route.template.hasSuffix)
            else { continue }
            let told = try await shop.call(
                method, Self.path(route.template, user: user), #"{"\#(member)":"owner"}"#,
                headers: [("Idempotency-Key", ServiceFixture.unique("k")), ("If-Match", "\"1\"")])
            #expect(
                told.status == 400 && told.code == "malformed", "\(route.template): \(told.status) \(told.code ?? "")")
            // One that takes no body at all says so.
            #expect(
                [member, "body"].contains(told.text("member") ?? ""), "\(route.template): \(told.text("member") ?? "")")
            refused += 1
        }
        #expect(refused > 30)
    }
}
