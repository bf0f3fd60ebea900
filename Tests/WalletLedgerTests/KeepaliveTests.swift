import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// F8: whoever is gone without a word must not keep row locks until TCP gives up.
@Suite struct KeepaliveTests {
    @Test("Every kind of session asks the server to look after its client, over TCP")
    func arrive() async throws {
        let port = FreePort.find()
        let cluster = try await PrivatePostgres.start(
            settings: ["listen_addresses": "127.0.0.1", "port": String(port)])
        let conninfo = "host=127.0.0.1 port=\(port) user=postgres dbname=postgres"
        let kinds = [
            LedgerSettings.pool(conninfo: conninfo), LedgerSettings.export(conninfo: conninfo),
            LedgerSettings.migration(conninfo: conninfo),
        ]
        for settings in kinds {
            let told = try await PostgresConnection(settings).run(ReadKeepalives(), deadlineMs: 60_000).rows
            let wanted = [
                Limits.serverKeepaliveIdleSeconds, Limits.serverKeepaliveIntervalSeconds, Limits.serverKeepalivesMax,
                Limits.serverUnacknowledgedMs,
            ]
            #expect(told == wanted.map { String($0) }, "\(settings)")
        }
        try await cluster.stop()
    }

    @Test("On a Unix socket, where they mean nothing, nobody is refused for them")
    func unixSocket() async throws {
        let settings = LedgerSettings.pool(conninfo: try await PrivatePostgres.shared.conninfo())
        let told = try await PostgresConnection(settings).run(ReadKeepalives(), deadlineMs: 60_000).rows
        #expect(told.count == 4)
    }
}

/// What the socket has, as the server tells it.
private struct ReadKeepalives: Statement {
    static let sql = """
        SELECT current_setting(name) FROM unnest(ARRAY['tcp_keepalives_idle', 'tcp_keepalives_interval',
            'tcp_keepalives_count', 'tcp_user_timeout']) WITH ORDINALITY AS n (name, place) ORDER BY place
        """
    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
