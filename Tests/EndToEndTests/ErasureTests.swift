import Foundation
import HTTPClient
import Testing

extension EndToEnd {
    /// P30: after an erasure nothing personal stands anywhere, with the real binary.
    @Suite(.serialized) struct ErasureTests {
        /// Strings that say who somebody is, planted wherever a call takes a text.
        private struct Planted {
            let guest = "planted-guest-id"
            let account = "planted-account-id"
            let token = "a11ce000-0000-4000-8000-00000000cafe"
            let orderToken = "b0b00000-0000-4000-8000-00000000beef"
            let texts = (0..<11).map { "planted-text-\($0)-of-a-person" }
            let keys = (0..<6).map { "planted-key-\($0)" }

            var all: [String] {
                [guest, account, token, token.uppercased(), orderToken, orderToken.uppercased()] + texts + keys
            }
        }

        private let planted = Planted()

        @Test("No planted string is left in any table, log or export; books, totals and claims are as they were")
        func search() async throws {
            let secret = TemporaryFolder.fresh("erasure") + ".key"
            try Data("0123456789abcdef0123456789abcdef\n".utf8).write(to: URL(filePath: secret))
            let service = try await TestService.make(["COFFER_ERASURE_KEY_FILE": secret])
            let program = try await service.start()
            let api = try service.api()
            let proofs = try await live(service, api)
            let before = try await export(service)
            // What is searched for was there.
            let hits = try await found(in: service.books, also: proofs.map { String($0.suffix(60)) })
            for text in [planted.guest, planted.account, planted.token, planted.orderToken] + planted.texts {
                #expect(hits.contains(text), "\(text) was never planted")
            }

            #expect(try await api.post("/v1/users/\(planted.account)/erase", "{}").status == 200)
            for user in [planted.account, planted.guest] {
                let reply = try await api.get("/v1/wallets/\(user)")
                #expect(reply.status == 410 && reply["code"] == "user_erased", "\(reply.text)")
            }
            #expect(try await api.spend(planted.guest, "ten", 10, key: planted.keys[0]).status == 410)
            let stolen = try await api.topUp("somebody-else", proofs[0])
            #expect(stolen.status == 409 && stolen["code"] == "purchase_belongs_to_another_user")
            try await service.stop()

            #expect(try await found(in: service.books, also: proofs.map { String($0.suffix(60)) }) == [])
            let log = program.errors + program.output
            let after = try await export(service)
            for text in planted.all {
                #expect(!log.contains(text), "\(text) is in the log")
                #expect(!after.contains(text), "\(text) is in the export")
            }
            #expect(totals(of: after) == totals(of: before))
            #expect(try await service.books.brokenRules() == [])
            #expect(try await service.books.brokenLinks() == [])
            let verified = try await CofferBinary.run(["verify"], service.environment)
            #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
            let checked = try await CofferBinary.run(["books", "check"], service.environment)
            #expect(checked.status == 0 && checked.output.contains("the books hold"), "\(checked.output)")
            for (action, times) in [("erase_user", 2), ("merge_user", 1), ("merge_into", 1)] {
                let sql = "SELECT count(*) FROM audit_log WHERE action = '\(action)' AND wallet IS NOT NULL"
                #expect(try await service.books.number(sql) == times, "\(action)")
            }
        }

        @Test("With another secret, or with none, the service does not start once somebody was erased")
        func keepsSecret() async throws {
            let secret = TemporaryFolder.fresh("erasure") + ".key"
            try Data("0123456789abcdef0123456789abcdef\n".utf8).write(to: URL(filePath: secret))
            let service = try await TestService.make(["COFFER_ERASURE_KEY_FILE": secret])
            try await service.start()
            let api = try service.api()
            _ = try await api.grant("somebody", 1, key: "g")
            #expect(try await api.post("/v1/users/somebody/erase", "{}").status == 200)
            try await service.stop()
            let other = secret + ".other"
            try Data("another-secret-of-more-than-32-bytes\n".utf8).write(to: URL(filePath: other))
            for path in [other, ""] {
                let own = service.environment.merging(["COFFER_ERASURE_KEY_FILE": path]) { _, own in own }
                let refused = try await CofferBinary.run(["serve"], own.filter { !$0.value.isEmpty })
                #expect(refused.status != 0)
                #expect(refused.errors.contains("COFFER_ERASURE_KEY_FILE"), "\(refused.errors)")
            }
            let short = secret + ".short"
            try Data("tiny-key\n".utf8).write(to: URL(filePath: short))
            let refused = try await CofferBinary.run(
                ["check"], service.environment.merging(["COFFER_ERASURE_KEY_FILE": short]) { _, own in own })
            #expect(refused.errors.contains("COFFER_ERASURE_KEY_FILE") && !refused.errors.contains("tiny-key"))
        }

        /// A guest and an account with everything that a person leaves behind, then merged. Returns the proofs.
        private func live(_ service: TestService, _ api: API) async throws -> [String] {
            let proofs = [
                try service.store.purchase(coins: 100, token: planted.token),
                try service.store.purchase(coins: 200),
                try service.store.purchase(coins: 500, token: planted.orderToken),
            ]
            let calls: [Reply] = [
                try await api.put("/v1/users/\(planted.guest)/tokens/\(planted.token)", "{}"),
                try await api.put("/v1/users/\(planted.guest)/consent", #"{"consumption":true}"#),
                try await api.put("/v1/users/\(planted.account)/consent", #"{"consumption":false}"#),
                try await api.post(
                    "/v1/orders",
                    #"{"user":"\#(planted.account)","pack":"coins_500","app_account_token":"\#(planted.orderToken)"}"#),
                try await api.topUp(planted.guest, proofs[0]),
                try await api.topUp(planted.account, proofs[1]),
                try await api.topUp(planted.account, proofs[2]),
                try await api.spend(planted.guest, "ten", 10, key: planted.keys[0]),
                try await grant(planted.guest, 0, api), try await grant(planted.account, 1, api),
                try await api.post(
                    "/v1/wallets/\(planted.account)/holds", #"{"amount":5,"reference":"\#(planted.texts[2])"}"#,
                    key: planted.keys[3]),
                try await api.put(
                    "/v1/admin/users/\(planted.account)/tester", #"{"tester":false,"reason":"nothing to write"}"#),
                try await byHand("users/\(planted.account)/notes", #"{"note":"\#(planted.texts[6])"}"#, api),
                try await byHand(
                    "wallets/\(planted.guest)/adjustments",
                    #"{"coins":5,"reason":"\#(planted.texts[7])","ticket":"\#(planted.texts[8])"}"#, api),
                try await byHand(
                    "wallets/\(planted.account)/adjustments", #"{"coins":1,"reason":"\#(planted.texts[9])"}"#, api),
            ]
            for reply in calls { #expect(reply.status == 200, "\(reply.text)") }
            // Nobody decides about it before the user is gone.
            let asked = try await byHand(
                "wallets/\(planted.account)/forfeits", #"{"all":true,"reason":"\#(planted.texts[10])"}"#, api)
            #expect(asked.status == 202, "\(asked.text)")
            let spend = try #require(calls[7]["spend"])
            for number in [3, 4] {
                let undone = try await api.post(
                    "/v1/spends/\(spend)/undo", #"{"amount":1,"reason":"\#(planted.texts[number])"}"#,
                    key: planted.keys[number + 1])
                #expect(undone.status == 200, "\(undone.text)")
                guard number == 3 else { continue }
                let merged = try await api.post(
                    "/v1/users/\(planted.guest)/merge", #"{"into":"\#(planted.account)"}"#, key: "merge-them")
                #expect(merged.status == 200, "\(merged.text)")
            }
            _ = try await grant(planted.account, 5, api)
            return proofs
        }

        /// An act of support's.
        private func byHand(_ path: String, _ body: String, _ api: API) async throws -> Reply {
            try await api.post("/v1/admin/\(path)", body, key: "by-hand-\(path)")
        }

        private func grant(_ user: String, _ number: Int, _ api: API) async throws -> Reply {
            try await api.post(
                "/v1/wallets/\(user)/grants", #"{"coins":1,"reason":"\#(planted.texts[number])"}"#,
                key: number == 5 ? "grant-five" : planted.keys[number + 1])
        }

        /// Planted strings that stand in any text, bytes or JSON of any row, as they are or in hexadecimal.
        private func found(in books: Books, also more: [String]) async throws -> [String] {
            let rows = try await books.ask(
                """
                SELECT string_agg(format('SELECT %L || row_to_json(t)::text FROM coffer.%I t', relname || ' ', relname),
                    ' UNION ALL ')
                FROM pg_catalog.pg_class WHERE relnamespace = 'coffer'::regnamespace AND relkind = 'r'
                """)
            // The face splits lines at bars.
            let all = try #require(rows.first?.joined(separator: "|"))
            let dump = try await books.ask(all).map { $0.joined(separator: "|") }.joined(separator: "\n")
            #expect(dump.count > 1_000)
            return (planted.all + more).filter { text in
                let hex = text.utf8.map { String(format: "%02x", $0) }.joined()
                return dump.contains(text) || dump.lowercased().contains(hex)
            }
        }

        private func export(_ service: TestService) async throws -> String {
            let command = ["export", "journal", "--from", "2020-01-01", "--to", "2100-01-01", "--format", "csv"]
            let export = try await CofferBinary.run(command, service.environment)
            #expect(export.status == 0, "\(export.errors)")
            return export.output
        }

        private func totals(of export: String) -> [Substring] {
            export.split(whereSeparator: \.isNewline).filter { $0.contains("total:") }
        }
    }
}
