internal import Foundation
internal import Postgres
import Testing

@Suite struct TypeTests {
    private func echo<T: EchoType>(
        _: T.Type, _ cases: [(T.Value, String?)], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let connection = try await TestDatabase.connection()
        for (value, text) in cases {
            let rows = try await connection.run(Echo<T>(value: value), deadlineMs: 60_000).rows
            #expect(rows == [Echoed(value: value, text: text)], sourceLocation: sourceLocation)
        }
    }

    @Test func boolsTravel() async throws {
        try await echo(BoolEcho.self, [(true, "true"), (false, "false"), (nil, nil)])
        try await echo(BoolArrayEcho.self, [([], "{}"), ([true, nil, false], "{t,NULL,f}")])
    }

    @Test func integersTravelToTheirEdges() async throws {
        try await echo(Int2Echo.self, [(.min, "-32768"), (.max, "32767"), (nil, nil)])
        try await echo(Int4Echo.self, [(.min, "-2147483648"), (-1, "-1"), (.max, "2147483647"), (nil, nil)])
        try await echo(
            Int8Echo.self, [(.min, "-9223372036854775808"), (0, "0"), (.max, "9223372036854775807"), (nil, nil)])
        try await echo(Int2ArrayEcho.self, [([], "{}"), ([nil, .min], "{NULL,-32768}")])
        try await echo(Int4ArrayEcho.self, [([1], "{1}"), ([nil], "{NULL}"), ([.max, nil], "{2147483647,NULL}")])
        try await echo(Int8ArrayEcho.self, [([], "{}"), ([.max, nil, .min, 7], "{\(Int64.max),NULL,\(Int64.min),7}")])
    }

    @Test func textsTravelWhateverTheyHold() async throws {
        try await echo(TextEcho.self, [("", ""), ("コイン 🪙", "コイン 🪙"), ("'; --\\", "'; --\\"), (nil, nil)])
        try await echo(
            TextArrayEcho.self,
            [([], "{}"), (["", nil, "NULL", "a,b", "\""], #"{"",NULL,"NULL","a,b","\""}"#), ([nil], "{NULL}")])
    }

    @Test func bytesTravelWithNULs() async throws {
        try await echo(BytesEcho.self, [([], "\\x"), ([0, 1, 0, 255], "\\x000100ff"), (nil, nil)])
        try await echo(BytesArrayEcho.self, [([], "{}"), ([[0], nil, []], #"{"\\x00",NULL,"\\x"}"#)])
    }

    @Test func uuidsTravel() async throws {
        let text = "0190f0c1-0000-7000-8000-0000000000ff"
        let uuid = try #require(UUID(uuidString: text))
        try await echo(UUIDEcho.self, [(uuid, text), (nil, nil)])
        try await echo(UUIDArrayEcho.self, [([], "{}"), ([uuid, nil], "{\(text),NULL}")])
    }

    @Test func momentsTravelOnBothSidesOfBothEpochs() async throws {
        let connection = PostgresConnection(try await TestDatabase.settings(options: [("TimeZone", "UTC")]))
        let cases: [(Int64, String)] = [
            (0, "1970-01-01 00:00:00+00"), (-1, "1969-12-31 23:59:59.999999+00"),
            (946_684_799_999_999, "1999-12-31 23:59:59.999999+00"), (946_684_800_000_000, "2000-01-01 00:00:00+00"),
            (1_790_000_000_123_456, "2026-09-21 14:13:20.123456+00"),
            (-62_135_596_800_000_000, "0001-01-01 00:00:00+00"),
            (-210_866_803_200_000_000, "4714-11-24 00:00:00+00 BC"), (.max, "294247-01-10 04:00:54.775807+00"),
        ]
        for (microseconds, text) in cases {
            let rows = try await connection.run(Echo<TimestampEcho>(value: microseconds), deadlineMs: 60_000).rows
            #expect(rows == [Echoed(value: Optional(microseconds), text: text)])
        }
        try await echo(TimestampEcho.self, [(nil, nil)])
        let rows = try await connection.run(Echo<TimestampArrayEcho>(value: [0, nil]), deadlineMs: 60_000).rows
        #expect(rows == [Echoed(value: [0, nil], text: #"{"1970-01-01 00:00:00+00",NULL}"#)])
    }

    @Test func arraysWithoutNULLsTravel() async throws {
        let row = PlainArrays.Row()
        let connection = try await TestDatabase.connection()
        #expect(try await connection.run(PlainArrays(row: row), deadlineMs: 60_000).rows == [row])
    }

    @Test(
        "a moment outside of what a timestamptz holds is refused before SQL",
        arguments: [Int64.min, -210_866_803_200_000_001])
    func momentOutOfRange(microseconds: Int64) async throws {
        let connection = try await TestDatabase.connection()
        let error = await #expect(throws: PostgresError.self) {
            try await connection.run(Echo<TimestampEcho>(value: microseconds), deadlineMs: 60_000)
        }
        guard case .invalidParameter = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test("a text with a NUL is refused before SQL", arguments: ["\u{0}", "a\u{0}b", "long enough for the heap\u{0}"])
    func textWithNUL(text: String) async throws {
        let connection = try await TestDatabase.connection()
        let error = await #expect(throws: PostgresError.self) {
            try await connection.run(Echo<TextEcho>(value: text), deadlineMs: 60_000)
        }
        guard case .invalidParameter = error else { return #expect(Bool(false), "\(String(describing: error))") }
        await #expect(throws: PostgresError.self) {
            try await connection.run(Echo<TextArrayEcho>(value: ["fine", text]), deadlineMs: 60_000)
        }
        #expect(try await connection.run(Echo<TextEcho>(value: "fine"), deadlineMs: 60_000).rows.first?.text == "fine")
    }
}
