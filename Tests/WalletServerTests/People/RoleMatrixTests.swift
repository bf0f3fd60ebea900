import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// P25: every route and every role, both as the code has them: a role is let through exactly where one of its scopes is
/// asked for.
@Suite struct RoleMatrixTests {
    /// What each role is for, written down a second time.
    private static let scopes: [AdminRole: Set<Scope>] = [
        .owner: Set(Scope.allCases), .catalogue: [.read, .catalogue], .support: [.read, .support, .users, .grant],
        .accountant: [.read, .export, .audit, .books], .viewer: [.read],
    ]

    @Test("a role has the scopes that it is for", arguments: AdminRole.allCases)
    func roles(role: AdminRole) {
        #expect(Set(Scope.allCases.filter { role.scopes.contains($0) }) == Self.scopes[role])
    }

    @Test(
        "a caller with a role's scopes is let through to every route that they open, and to no other",
        arguments: AdminRole.allCases)
    func matrix(role: AdminRole) async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey(Scope.allCases.filter { role.scopes.contains($0) })
        let routes = Routes(shop.service.rooms).stations.map(\.route)
        // Somebody whom no other test knows: some of these calls succeed.
        let user = ServiceFixture.unique("matrix")
        var told403 = 0
        for route in routes {
            guard case .keys(let scopes) = route.access else { continue }
            let path = route.template.replacing("{user}", with: user).replacing(#/\{[^}]*\}/#, with: "x")
            let method = try #require(HTTPRequest.Method(rawValue: route.method.rawValue))
            let told = try await shop.call(method, path, route.method == .get ? nil : "{}", key: key)
            let isOpen = !Set(scopes).isDisjoint(with: Self.scopes[role] ?? [])
            #expect((told.status == 403) == !isOpen, "\(role) \(method) \(path): \(told.status)")
            #expect(told.status != 401 && told.status < 500, "\(role) \(method) \(path): \(told.status)")
            told403 += told.status == 403 ? 1 : 0
        }
        #expect((role == .owner) == (told403 == 0) && routes.count > 45)
    }

    @Test("an admin's caller is let through by the same scopes as a key's")
    func adminCaller() async throws {
        let fixture = try await PeopleFixture()
        for role in AdminRole.allCases {
            let admin = try await fixture.person("the-\(role.rawValue)", role).admin
            #expect(admin.caller.scopes == role.scopes && admin.role == role)
        }
    }

    @Test("who has a key has no session: the console's cookie opens no call, and a key no session")
    func apart() async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.call(
            .get, "/v1/admin/people", headers: [("Authorization", ""), ("Cookie", "coffer=\(shop.key)")])
        #expect(told.status == 401)
        #expect(try await shop.service.rooms.people.sessions.admin(cookie: shop.key) == nil)
    }

    @Test("the list of people tells names, roles and states, and no more")
    func people() async throws {
        let shop = try await ServiceFixture()
        let told = try await shop.get("/v1/admin/people")
        #expect(told.status == 200 && told.list("people").isEmpty)
    }
}
