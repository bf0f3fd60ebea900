import Foundation
import HTTPClient
import TestSupport
import Testing

extension EndToEnd {
    /// Holds outlive the process, and end by the database's clock.
    @Suite(.serialized) struct HoldTests {
        @Test(
            "Held, killed -9, captured by the next process; another hold ends when its time is over; the export agrees")
        func outlivesTheProcess() async throws {
            let clock = TemporaryFolder.fresh("clock")
            let service = try await TestService.make(["COFFER_CLOCK_FILE": clock, "COFFER_HOLD_LIFE_SECONDS": "3600"])
            let program = try await service.start()
            #expect(try await service.api().grant("alice", 100, key: "g").status == 200)
            let item = #"{"item":"ten","expected_price":10,"quantity":4}"#
            let placed = try await service.api().post("/v1/wallets/alice/holds", item, key: "h1")
            #expect(placed["balance.available"] == "60", "\(placed.text)")
            let other = try await service.api().post("/v1/wallets/alice/holds", #"{"amount":25}"#, key: "h2")
            #expect(other["balance.held"] == "65", "\(other.text)")
            let long = try await service.api().post(
                "/v1/wallets/alice/holds", #"{"amount":1,"expires_in":3601}"#, key: "h3")
            #expect(long.status == 400, "\(long.text)")
            program.signal(SIGKILL)
            _ = try await program.exitStatus()

            try await service.start()
            let hold = try #require(placed["hold"])
            let captured = try await service.api().post("/v1/holds/\(hold)/capture", #"{"amount":30}"#, key: "c")
            #expect(captured["coins"] == "30" && captured["balance.available"] == "45", "\(captured.text)")
            let repeated = try await service.api().post("/v1/holds/\(hold)/capture", #"{"amount":30}"#, key: "c")
            #expect(repeated.isReplay && repeated.body == captured.body)

            try "3601".write(toFile: clock, atomically: true, encoding: .utf8)
            let over = try #require(other["hold"])
            let late = try await service.api().post("/v1/holds/\(over)/capture", "{}", key: "late")
            #expect(late["code"] == "hold_expired", "\(late.text)")
            try await eventually("the job ends the hold") {
                try await service.api().get("/v1/holds/\(over)")["ended_at"] != nil
            }
            #expect(try await service.api().get("/v1/wallets/alice")["available"] == "70")
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
            let period = ["--from", "2020-01-01", "--to", "2100-01-01"]
            let exported = try await CofferBinary.run(["export", "journal"] + period, service.environment)
            #expect(exported.status == 0, "\(exported.errors)")
            #expect(exported.output.contains(",spent,") && !exported.output.contains("held"), "\(exported.output)")
        }
    }
}
