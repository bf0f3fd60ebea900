import StoreSimulator
import Testing

/// The page as it is served; what it does was looked at in a browser.
@Suite struct PageTests {
    private static let files = ["/", "/store.css", "/store.js", "/icon.svg"]

    private func open(_ body: (ControlClient) async throws -> Void) async throws {
        let servers = try StoreServers(try SharedAuthority.store())
        defer { servers.stop() }
        try await body(ControlClient(url: servers.url))
    }

    private func text(_ client: ControlClient, _ path: String) async throws -> String {
        String(decoding: try await client.get(path).body, as: UTF8.self)
    }

    @Test("nothing is loaded from elsewhere, and the browser is told to load nothing", arguments: files)
    func ownOnly(path: String) async throws {
        try await open { client in
            let answer = try await client.get(path)
            #expect(answer.status == 200 && !answer.body.isEmpty)
            let policy = answer.headers["Content-Security-Policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe") && !policy.contains("http"))
            let foreign = /(src|href)="(?!\/|#)|url\(|@import|import\(/
            #expect(try await text(client, path).firstMatch(of: foreign) == nil)
        }
    }

    @Test("every element that the script asks for is in the page, and every file that the page asks for is served")
    func wholeness() async throws {
        try await open { client in
            let page = try await text(client, "/")
            let ids = Set(page.matches(of: /id="([a-z-]+)"/).map(\.output.1))
            let script = try await text(client, "/store.js")
            let asked = script.matches(of: /(?:byId|onSubmit)\("([a-z-]+)"/).map(\.output.1)
            #expect(asked.count > 20 && Set(asked).subtracting(ids).isEmpty)
            for name in ["purchases", "notifications", "faults", "journal"] {
                #expect(ids.isSuperset(of: ["\(name)", "\(name)-title", "\(name)-none"]))
            }
            for file in page.matches(of: /(?:src|href)="(\/[^"]+)"/).map(\.output.1) {
                #expect(try await client.get(String(file)).status == 200, "\(file)")
            }
        }
    }

    @Test("texts from purchases never become markup or code, and fields have labels")
    func safety() async throws {
        try await open { client in
            let script = try await text(client, "/store.js")
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
                #expect(!script.contains(word), "\(word)")
            }
            let page = try await text(client, "/")
            #expect(page.matches(of: #/<(input|select) /#).count == page.matches(of: /<label[ >]/).count)
            #expect(page.firstMatch(of: #/<script>|<style>| style=| on[a-z]+="/#) == nil)
        }
    }

    @Test("the script reads every member that it names from what the store answers")
    func members() async throws {
        try await open { client in
            let setup = try await client.get("/simulator/setup").json
            let script = try await text(client, "/store.js")
            let named = Set(script.matches(of: /setup\.([a-z_]+)/).map { String($0.output.1) })
            #expect(named.count > 8 && named.subtracting(setup.keys).isEmpty, "\(named.subtracting(setup.keys))")
            let bought = try await client.post("/simulator/buy", ["product_id": "com.example.coins.100"]).json
            let optional: Set = ["app_account_token", "consumption_requested_at_ms"]
            let ofPurchase = Set(script.matches(of: /purchase\.([a-z]+(?:_[a-z]+)+)/).map { String($0.output.1) })
            #expect(ofPurchase.count > 8 && ofPurchase.subtracting(optional).subtracting(bought.keys).isEmpty)
            #expect(bought["environment"] as? String == "Production")
        }
    }
}
