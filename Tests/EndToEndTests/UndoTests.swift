import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// A spend taken back, with the real binary.
    @Suite(.serialized) struct UndoTests {
        @Test("Undone in parts around a kill -9: same key, same bytes; books, chain and export say the same")
        func undo() async throws {
            let service = try await TestService.make()
            let program = try await service.start()
            var api = try service.api()
            #expect(try await api.topUp("alice", service.store.purchase(coins: 100)).status == 200)
            let spend = try #require(try await api.spend("alice", "forty", 40, key: "s")["spend"])
            let part = try await api.post("/v1/spends/\(spend)/undo", #"{"amount":15}"#, key: "u")
            #expect(part.status == 200 && part["balance.paid"] == "75", "\(part.text)")

            program.signal(SIGKILL)
            _ = try await program.exitStatus()
            try await service.start()
            api = try service.api()
            let again = try await api.post("/v1/spends/\(spend)/undo", #"{"amount":15}"#, key: "u")
            #expect(again.body == part.body && again.isReplay)
            let rest = try await api.post("/v1/spends/\(spend)/undo", "{}", key: "v")
            #expect(rest["coins"] == "25" && rest["balance.paid"] == "100", "\(rest.text)")
            #expect(try await api.post("/v1/spends/\(spend)/undo", "{}", key: "w")["code"] == "more_than_paid")
            #expect(try await api.get("/v1/spends/\(spend)")["undone"] == "40")
            #expect(try await api.get("/v1/wallets/alice/lots/1")["uses.3.coins"] == "25")
            try await service.stop()

            #expect(try await service.books.brokenRules() == [])
            #expect(try await service.books.brokenLinks() == [])
            #expect(try await service.books.number("SELECT count(*) FROM entries WHERE refers_to IS NOT NULL") == 2)
            let command = ["export", "journal", "--from", "2020-01-01", "--to", "2100-01-01", "--format", "csv"]
            let export = try await CofferBinary.run(command, service.environment)
            #expect(export.status == 0, "\(export.errors)")
            let lines = export.output.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
            #expect(lines.count { $0.contains("undone") } == 2)
            #expect(lines.contains { $0.contains("total:spent") && $0.contains("0") && $0.contains("3") })
        }
    }
}
