import Foundation
import Testing
import WalletDomain
import WalletServer

@Suite struct JournalExportTests {
    @Test(
        "E-1: a day's entries are the same, whatever zone the database's session has",
        arguments: ["UTC", "Asia/Tokyo", "America/New_York"])
    func days(sessionZone: String) async throws {
        let fixture = try await ExportFixture(sessionZone: sessionZone)
        try await fixture.addSpends(
            at: """
                VALUES (timestamptz '2026-03-31 15:59:59.999+00'), ('2026-03-31 16:00:00+00'),
                    ('2026-03-30 15:59:59.999999+00'), ('2026-03-30 16:00:00+00')
                """)
        let zone = "Asia/Shanghai"
        #expect(try await fixture.sequences("2026-03-31", "2026-04-01", zone: zone) == [4, 1])
        #expect(try await fixture.sequences("2026-04-01", "2026-04-02", zone: zone) == [2])
        #expect(try await fixture.sequences("2026-03-01", "2026-04-01", zone: zone) == [3, 4, 1])
        #expect(try await fixture.sequences("2026-03-31", "2026-04-01", zone: "UTC") == [1, 2])
    }

    @Test("E-2: each posting of a long and a short day is in exactly one day")
    func paris() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSpends(
            at: "SELECT generate_series(timestamptz '2026-03-26 00:00+00', '2026-04-01 00:00+00', '30 minutes')")
        let zone = "Europe/Paris"
        let days = ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"]
        var all: [Int] = []
        for (day, count) in zip(days.indices.dropLast(), [48, 46, 48]) {
            let found = try await fixture.sequences(days[day], days[day + 1], zone: zone)
            #expect(found.count == count)
            all += found
        }
        #expect(try await fixture.sequences("2026-03-28", "2026-03-31", zone: zone) == all)
    }

    @Test("Totals that disagree with the lines fail the export, and say where")
    func disagreement() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSpends(at: "VALUES (timestamptz '2026-03-31 12:00+00')", coins: 287)
        let error = await #expect(throws: ExportError.self) {
            try await fixture.export("2026-03-31", "2026-04-01")
        }
        let expected =
            "paid to spent: the journal has 287 coins in 1 entries and 1 lines, "
            + "the lines 288 coins in 1 entries and 1 lines"
        #expect(error == .totalsDisagree([expected]))
    }

    @Test("What is written meanwhile neither appears nor spoils the totals")
    func snapshot() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSpends(at: "SELECT timestamptz '2026-03-31 12:00+00' FROM generate_series(1, 50000)")
        var parts = 0
        let records = try await fixture.export("2026-03-31", "2026-04-01") { _ in
            parts += 1
            try await fixture.database.execute(
                "UPDATE entries SET coins = 7, lot_coins = '{7}', item = 'torn' WHERE sequence % 97 = \(parts % 97)")
            try await fixture.database.execute("DELETE FROM entries WHERE sequence % 101 = \(parts)")
        }
        #expect(parts > 2)
        #expect(records.count == 50_003)
        #expect(records.dropLast(3).allSatisfy { $0["paid"] == "-288" && $0["course_or_product"] == "course-a" })
        #expect(records.last?["kind"] == "total:spent" && records.last?["paid"] == String(-288 * 50_000))
    }

    @Test("X-3: a pack with bonus coins is paid once, in its lines as in the database's own count")
    func sales() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSale(price: "9990, 'USD'")
        try await fixture.addSale(price: "160000, 'JPY'", sequence: 3)
        try await fixture.addSale(price: "NULL, NULL", sequence: 5)
        let records = try await fixture.export("2026-03-31", "2026-04-01")
        let sold = records.filter { $0["kind"] == "sold" }
        #expect(sold.map { $0["customer_price"] } == ["9.99", "", "160", "", "", ""])
        #expect(sold.map { $0["customer_currency"] } == ["USD", "", "JPY", "", "unknown", ""])
        #expect(sold.map { $0["bonus"] } == ["0", "5", "0", "5", "0", "5"])
        let totals = records.filter { $0["kind"] == "total:customer_price" }
        #expect(totals.map { $0["seq"] } == ["1", "1", "1"])
        #expect(totals.map { $0["customer_price"] } == ["160", "9.99", ""])
        #expect(totals.map { $0["customer_currency"] } == ["JPY", "USD", "unknown"])
    }

    @Test("An empty period is a header and a count of nothing")
    func empty() async throws {
        let fixture = try await ExportFixture()
        let records = try await fixture.export("2026-03-31", "2026-04-01")
        #expect(records.map { $0["kind"] } == ["total:lines"])
        #expect(records[0]["seq"] == "0")
    }

    @Test("Sandbox coins are in an export of their own")
    func environments() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSpends(at: "VALUES (timestamptz '2026-03-31 12:00+00')")
        #expect(try await fixture.export("2026-03-31", "2026-04-01", environment: .sandbox).count == 1)
        try await fixture.database.execute("UPDATE wallets SET environment = 2")
        #expect(try await fixture.export("2026-03-31", "2026-04-01").count == 1)
        #expect(try await fixture.export("2026-03-31", "2026-04-01", environment: .sandbox).count == 4)
    }

    @Test("A reader that goes away ends the export with its reason, and the next one works")
    func outputFails() async throws {
        struct Full: Error {}
        let fixture = try await ExportFixture()
        try await fixture.addSpends(at: "SELECT timestamptz '2026-03-31 12:00+00' FROM generate_series(1, 30000)")
        let error = await #expect(throws: ExportError.self) {
            try await fixture.export("2026-03-31", "2026-04-01") { _ in throw Full() }
        }
        #expect(error == .outputFailed("Full()"))
        #expect(try await fixture.export("2026-03-31", "2026-04-01").count == 30_003)
    }
}
