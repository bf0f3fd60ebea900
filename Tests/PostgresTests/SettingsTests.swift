import Testing

@testable import Postgres

@Suite struct SettingsTests {
    private static let settings = PostgresSettings(
        conninfo: "host=db keepalives_idle=60 application_name=other", applicationName: "mine")

    @Test(
        "Keepalives stand before the connection string, so that it may change them",
        arguments: [
            ("keepalives", "1"), ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "5000"),
        ])
    func keepalives(keyword: String, value: String) throws {
        let pairs = Self.settings.pairs
        let conninfo = try #require(pairs.firstIndex { $0.keyword == "dbname" })
        #expect(pairs[conninfo].value == Self.settings.conninfo)
        let place = try #require(pairs.firstIndex { $0.keyword == keyword })
        #expect(pairs[place].value == value && place < conninfo)
    }

    @Test("Name, encoding and connect time stand behind it, so that it may not")
    func overrides() throws {
        let pairs = Self.settings.pairs
        let conninfo = try #require(pairs.firstIndex { $0.keyword == "dbname" })
        let last = pairs[(conninfo + 1)...].map(\.keyword)
        #expect(last == ["application_name", "connect_timeout", "client_encoding"])
        #expect(pairs.contains { $0.keyword == "application_name" && $0.value == "mine" })
    }
}
