internal import Postgres
internal import TestSupport
import Testing

@Suite struct RowTests {
    struct Line: Equatable, Sendable {
        var number: Int16?
        var text: String?
        var flag: Bool?
        var numbers: [Int64]
    }

    private func session(type: String) async throws -> (PostgresSession, RowType) {
        let session = try PostgresSession(try await TestDatabase.settings())
        let pipeline = Pipeline()
        pipeline.add(sql: "CREATE TYPE \(type) AS (number smallint, text text, flag boolean, numbers bigint[])")
        try session.run(pipeline, deadlineMs: 60_000)
        return (session, try session.rowType(named: type, deadlineMs: 60_000))
    }

    @Test func rowsTravelWithNULLsAndArraysAsThePostgresPrintsThem() async throws {
        let (session, type) = try await session(type: "travelling_row")
        let lines = [
            Line(number: 1, text: "コイン, \"x\"", flag: true, numbers: [.min, .max]),
            Line(number: nil, text: nil, flag: nil, numbers: []),
        ]
        let pipeline = Pipeline()
        let found = pipeline.add(Rows(lines: lines, type: type))
        let none = pipeline.add(Rows(lines: [], type: type))
        try session.run(pipeline, deadlineMs: 60_000)
        #expect(found.rows == lines)
        #expect(none.rows.isEmpty)
    }

    @Test func parametersAfterRowsAreParametersAgain() async throws {
        let (session, type) = try await session(type: "followed_row")
        let pipeline = Pipeline()
        let found = pipeline.add(RowsAndNumber(type: type, number: 7))
        try session.run(pipeline, deadlineMs: 60_000)
        #expect(found.rows == [9])
    }

    @Test func rowThatDoesNotFitItsTypeIsRefusedByTheServer() async throws {
        let (session, type) = try await session(type: "refused_row")
        let pipeline = Pipeline()
        pipeline.add(ShortRows(type: type))
        #expect(throws: PostgresError.self) { try session.run(pipeline, deadlineMs: 60_000) }
    }

    @Test func typeThatIsNotThereIsSaid() async throws {
        let session = try PostgresSession(try await TestDatabase.settings())
        #expect(throws: PostgresError.unexpectedShape("there is no type no_such_row")) {
            _ = try session.rowType(named: "no_such_row", deadlineMs: 60_000)
        }
    }
}

private struct Rows: Statement {
    static let sql = "SELECT number, text, flag, numbers FROM unnest($1::travelling_row[])"
    let lines: [RowTests.Line]
    let type: RowType

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, lines) { row, line in
            row.int2(line.number)
            row.text(line.text)
            row.bool(line.flag)
            row.int8Array(line.numbers)
        }
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> RowTests.Line {
        RowTests.Line(
            number: try row.optionalInt2(), text: try row.optionalText(), flag: try row.optionalBool(),
            numbers: try row.int8Array())
    }
}

/// Two rows and a number: their sum says that all arrived.
private struct RowsAndNumber: Statement {
    static let sql = "SELECT $2 + count(*)::bigint FROM unnest($1::followed_row[])"
    let type: RowType
    let number: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, [Int16(1), 2]) { row, number in
            row.int2(number)
            row.text(nil)
            row.bool(false)
            row.int8Array([])
        }
        parameters.int8(number)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

private struct ShortRows: Statement {
    typealias Row = Void
    static let sql = "SELECT 1 FROM unnest($1::refused_row[])"
    let type: RowType

    func bind(_ parameters: inout Parameters) {
        parameters.rows(type, [Int16(1)]) { row, number in row.int2(number) }
    }
}
