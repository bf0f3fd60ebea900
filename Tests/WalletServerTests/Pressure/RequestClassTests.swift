import HTTPServer
import Testing
import WalletDomain

@testable import WalletServer

@Suite struct RequestClassTests {
    @Test(
        "of 1,000 places reads fill 700, spends 850, top-ups 950, notifications and probes all",
        arguments: [
            ("GET", "/v1/wallets/u", 699, true), ("GET", "/v1/wallets/u", 700, false), ("GET", "/v1/items", 700, false),
            ("POST", "/v1/wallets/u/spends", 849, true), ("POST", "/v1/wallets/u/spends", 850, false),
            ("PUT", "/v1/admin/items/a", 850, false), ("POST", "/v1/topups", 949, true),
            ("POST", "/v1/topups", 950, false), ("POST", "/v1/orders", 949, true),
            ("POST", "/v1/apple/notifications", 999, true), ("GET", "/livez", 999, true),
            ("GET", "/readyz", 999, true), ("GET", "/nothing", 699, true), ("GET", "/nothing", 700, false),
        ])
    func places(method: String, path: String, others: Int, hasRoom: Bool) async throws {
        let router = try await ServiceFixture.shared.service.router
        let head = RequestHead(method: method, path: path)
        #expect(router.hasRoom(for: head, besides: others, of: 1_000) == hasRoom)
    }
}
