import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Sales by the shop's clock around the change of March 2027, in a process whose machine is elsewhere (case P-3).
    @Suite(.serialized) struct ShopClockTests {
        @Test("P-3: a sale of Paris begins and ends on time, with the service stopped in between and another host zone")
        func sale() async throws {
            let clock = TemporaryFolder.fresh("clock")
            try set(clock, to: "2027-03-25T22:30:00Z")
            let service = try await TestService.make([
                "COFFER_CLOCK_FILE": clock, "COFFER_SHOP_ZONE": "Europe/Paris", "TZ": "America/New_York",
            ])
            try await service.start()
            let api = try service.api()
            #expect(try await api.grant("alice", 1_000, key: "g").status == 200)
            let body = """
                {"price":9,"layer":"sale","from":{"local":"2027-03-26T00:00"},"to":{"local":"2027-03-29T00:00"},\
                "reason":"spring"}
                """
            let put = try await api.post("/v1/admin/items/ten/prices", body)
            #expect(put.status == 200, "\(put.text)")
            #expect(put["from"] == "2027-03-25T23:00:00.000000Z" && put["to"] == "2027-03-28T22:00:00.000000Z")
            let gap = try await api.post(
                "/v1/admin/items/ten/prices",
                #"{"price":8,"layer":"sale","from":{"local":"2027-03-28T02:30"},"reason":"r"}"#)
            #expect(gap.status == 422 && gap["code"] == "local_time_missing", "\(gap.text)")
            #expect(try await api.spend("alice", "ten", 10, key: "before").status == 200)
            try set(clock, to: "2027-03-25T22:59:58Z")
            try await eventually("the sale has begun") {
                try await api.spend("alice", "ten", 9, key: UUID().uuidString).status == 200
            }
            #expect(try await api.spend("alice", "ten", 10, key: "late")["code"] == "price_changed")
            try await service.stop()
            try set(clock, to: "2027-03-28T21:30:00Z")
            try await service.start()
            let later = try service.api()
            #expect(try await later.spend("alice", "ten", 9, key: "last").status == 200)
            try set(clock, to: "2027-03-28T21:59:58Z")
            try await eventually("the sale is over") {
                try await later.spend("alice", "ten", 10, key: UUID().uuidString).status == 200
            }
            #expect(try await later.spend("alice", "ten", 9, key: "gone")["code"] == "price_changed")
            try await service.stop()
            let wrong = try await service.books.ask(
                """
                SELECT count(*) FROM entries e JOIN item_prices p ON p.item = e.item AND p.version = e.price_version
                WHERE e.kind = 3 AND (e.at < p.valid_from OR e.at >= p.valid_to OR e.unit_price <> p.price)
                """)
            #expect(wrong == [["0"]])
        }

        /// The service's clock shows this moment now, and goes on. It is moved forward only: a lane asks for prices
        /// that were not over at the time of its last batch, and that is the database's own.
        private func set(_ path: String, to moment: String) throws {
            let seconds = try #require(ISO8601DateFormatter().date(from: moment)).timeIntervalSinceNow
            try String(Int64(seconds)).write(toFile: path, atomically: true, encoding: .utf8)
        }
    }
}
