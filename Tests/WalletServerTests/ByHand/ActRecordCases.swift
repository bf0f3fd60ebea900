import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// INV-12: whatever support changes stands in one transaction with its record: who, from where, why, before, after.
@Suite struct ActRecordCases {
    private let user = ServiceFixture.unique("recorded")

    /// A call, the action that it records, and where its change stands.
    struct Act: Sendable, CustomTestStringConvertible {
        let route: String
        let method: HTTPRequest.Method
        let path: String
        let body: String
        let action: String
        /// The changed row `c`, with a condition.
        let changed: String
        var testDescription: String { "\(route) \(body)" }
    }

    private static let entries = "entries c WHERE c.wallet = a.wallet AND c.sequence = a.operation"

    private static let acts: [Act] = [
        Act(
            route: "/v1/admin/wallets/{user}/adjustments", method: .post, path: "wallets/U/adjustments",
            body: #"{"coins":7,"reason":"R"}"#, action: "adjust_coins", changed: entries),
        Act(
            route: "/v1/admin/wallets/{user}/adjustments", method: .post, path: "wallets/U/adjustments",
            body: #"{"coins":-3,"reason":"R"}"#, action: "adjust_coins", changed: entries),
        Act(
            route: "/v1/admin/wallets/{user}/adjustments", method: .post, path: "wallets/U/adjustments",
            body: #"{"coins":5000,"reason":"R"}"#, action: "propose_adjust_coins",
            changed: "approvals c WHERE c.approval = a.approval"),
        Act(
            route: "/v1/admin/wallets/{user}/grants", method: .post, path: "wallets/U/grants",
            body: #"{"coins":7,"reason":"R"}"#, action: "grant_coins", changed: entries),
        Act(
            route: "/v1/admin/wallets/{user}/grants", method: .post, path: "wallets/U/grants",
            body: #"{"coins":5000,"reason":"R"}"#, action: "propose_grant_coins",
            changed: "approvals c WHERE c.approval = a.approval"),
        Act(
            route: "/v1/admin/wallets/{user}/forfeits", method: .post, path: "wallets/U/forfeits",
            body: #"{"coins":3,"reason":"R"}"#, action: "propose_forfeit_coins",
            changed: "approvals c WHERE c.approval = a.approval"),
        Act(
            route: "/v1/admin/wallets/{user}/frozen", method: .put, path: "wallets/U/frozen",
            body: #"{"frozen":true,"reason":"R"}"#, action: "freeze_wallet",
            changed: "wallets c WHERE c.wallet = a.wallet"),
        Act(
            route: "/v1/admin/wallets/{user}/frozen", method: .put, path: "wallets/U/frozen",
            body: #"{"frozen":false,"reason":"R"}"#, action: "unfreeze_wallet",
            changed: "wallets c WHERE c.wallet = a.wallet"),
        Act(
            route: "/v1/admin/users/{user}/tester", method: .put, path: "users/U/tester",
            body: #"{"tester":true,"confirmed":true,"reason":"R"}"#, action: "set_tester",
            changed: "users c WHERE c.user_id = 'U'"),
        Act(
            route: "/v1/admin/tokens/{token}/move", method: .post, path: "tokens/T/move",
            body: #"{"user":"U","reason":"R"}"#, action: "move_token",
            changed: "app_account_tokens c WHERE c.token = 'T'"),
        Act(
            route: "/v1/admin/users/{user}/notes", method: .post, path: "users/U/notes", body: #"{"note":"R"}"#,
            action: "note_user", changed: "notes c WHERE c.wallet = a.wallet AND c.digest = a.reason"),
        Act(
            route: "/v1/admin/proofs/{topup}/retry", method: .post, path: "proofs/P/retry", body: #"{"reason":"R"}"#,
            action: "retry_proof", changed: "proofs c WHERE c.wallet = a.wallet AND c.attempts >= 0"),
    ]

    @Test("Change and record have the same xmin, and the record tells all", arguments: acts)
    func sameTransaction(act: Act) async throws {
        let shop = try await ServiceFixture.shared
        let (token, reason) = (UUID().uuidString.lowercased(), ServiceFixture.unique("because"))
        _ = try await shop.grant(10, to: user)
        if act.action == "unfreeze_wallet" {
            _ = try await shop.call(
                .put, "/v1/admin/wallets/\(user)/frozen", #"{"frozen":true,"reason":"before"}"#)
        }
        var topup = ""
        if act.action == "retry_proof" {
            // No job looks at it again before the comparison.
            topup = try #require(
                try await shop.submit(try shop.purchase(ServiceFixture.unique("none")), for: user).text("topup"))
        }
        func filled(_ text: String) -> String {
            text.replacing("/U/", with: "/\(user)/").replacing("'U'", with: "'\(user)'")
                .replacing("\"U\"", with: "\"\(user)\"").replacing("\"R\"", with: "\"\(reason)\"")
                .replacing("/T/", with: "/\(token)/").replacing("'T'", with: "'\(token)'")
                .replacing("/P/", with: "/\(topup)/")
        }
        let told = try await shop.call(
            act.method, "/v1/admin/" + filled(act.path), filled(act.body),
            headers: act.method == .post ? [("Idempotency-Key", ServiceFixture.unique("k"))] : [])
        #expect([200, 202].contains(told.status), "\(told.code ?? "")")
        // What jobs touch again has another xmin a moment later: then its record still tells who and why.
        let same = act.action == "retry_proof" ? "" : "AND a.xmin = c.xmin"
        let recorded = """
            (SELECT count(*) FROM audit_log a
                JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
                JOIN callers k ON k.caller = a.caller
                WHERE n.text = '\(reason)' AND a.action = '\(act.action)' AND k.name = 'all'
                    AND a.origin = '127.0.0.1'
                    AND (a.action IN ('note_user', 'retry_proof') OR a.before IS DISTINCT FROM a.after)
                    AND EXISTS (SELECT FROM \(filled(act.changed)) \(same))) = 1
            """
        #expect(try await shop.isTrue(recorded))
    }

    @Test("A product's mark has no wallet: its reason stands with it, in the record's transaction")
    func products() async throws {
        let shop = try await ServiceFixture.shared
        let product = ServiceFixture.unique("marked")
        for isForeign in [true, true, false] {
            _ = try await shop.call(
                .put, "/v1/admin/products/\(ServiceFixture.bundle)/\(product)",
                #"{"not_ours":\#(isForeign),"reason":"old"}"#)
        }
        let recorded = """
            (SELECT count(*) FROM audit_log a JOIN product_marks m ON m.product = a.after ->> 'product'
                WHERE m.product = '\(product)' AND a.xmin = m.xmin AND a.action = 'mark_product'
                    AND (a.after ->> 'not_ours')::boolean = m.not_ours AND a.reason IS NULL) = 2
            """
        #expect(try await shop.isTrue(recorded))
    }

    @Test("Approving and rejecting are changes with records of their own")
    func decisions() async throws {
        let shop = try await ServiceFixture.shared
        let other = try await shop.ledger.keys.caller(named: ServiceFixture.unique("other"))
        for (number, verdict) in [ApprovalStanding.Verdict.approve, .reject].enumerated() {
            let user = ServiceFixture.unique("decided")
            let proposal = Proposal(
                id: UUID(), act: .forfeit(nil),
                wallet: try await shop.ledger.directory.wallet(of: try UserID(user), in: .production),
                environment: .production, reason: Note(text: "why", digest: [UInt8](repeating: 2, count: 32)),
                proposer: CallerID(1), origin: "::1",
                idempotency: Idempotency(key: UUID(), fingerprint: UUID()))
            let approval = try await shop.ledger.approvals.propose(proposal, SecondPersonRule())
            // The job would settle it at once.
            let reason = Note(text: "no", digest: [UInt8](repeating: 1, count: 32))
            _ = try await shop.ledger.approvals.decide(
                approval.id, verdict, by: other, from: "192.0.2.3", reason: number == 0 ? nil : reason)
            let recorded = """
                (SELECT count(*) FROM audit_log a JOIN approvals p ON p.approval = a.approval
                    WHERE a.approval = '\(approval.id.uuidString)' AND a.caller = p.decider AND a.origin = '192.0.2.3'
                        AND a.action = '\(verdict == .approve ? "approve" : "reject")' AND a.at >= p.decided_at
                        AND \(number == 0 ? "true" : "a.xmin = p.xmin AND a.reason = p.decision_reason")) = 1
                """
            #expect(try await shop.isTrue(recorded))
        }
    }

    @Test("Every support call that changes something is in the list, or is tested with what it is about")
    func complete() throws {
        let elsewhere: Set = [
            "/v1/admin/wallets/{user}/write-off", "/v1/admin/unattributed/{unattributed}/assign",
            "/v1/admin/purchases/{environment}/{transaction}/ask", "/v1/admin/products/{bundle}/{product}",
            "/v1/admin/approvals/{approval}/approve", "/v1/admin/approvals/{approval}/reject",
        ]
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let document = try String(contentsOf: root.appending(path: "docs/openapi.yaml"), encoding: .utf8)
        var (path, isChange, found): (String, Bool, Set<String>) = ("", false, [])
        for line in document.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (/v1/admin/\S*):/#) { path = String(match.1) }
            if line.wholeMatch(of: #/    (put|post):/#) != nil { isChange = true }
            if line.wholeMatch(of: #/    get:/#) != nil { isChange = false }
            if isChange, line == "      - support", !path.isEmpty { found.insert(path) }
        }
        #expect(found == elsewhere.union(Self.acts.map(\.route)))
    }
}
