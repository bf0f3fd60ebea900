/// A query for `COPY (…) TO STDOUT (FORMAT binary)`: the quickest way to read millions of rows. The server may plan it
/// in parallel, which it never does for a cursor, and libpq makes no result of each row.
package protocol CopyStatement: Sendable {
    associatedtype Row
    /// A SELECT without parameters, as COPY takes none: put numbers of our own into it, never a text from outside.
    var sql: String { get }
    /// Reads every column, in order.
    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> Row
}

/// Some rows as they came, not yet decoded: that is done where they are used, so that the next ones are read meanwhile.
package struct CopyBatch: Sendable {
    let bytes: [UInt8]
    /// Only the first batch begins with the format's signature.
    let hasSignature: Bool
    let isLast: Bool

    /// `PGCOPY\n\377\r\n\0`, flags and the length of an extension: PostgreSQL manual, COPY, "Binary Format".
    static let signature: [UInt8] = [
        0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    package func forEach<S: CopyStatement>(
        of _: S.Type, _ body: (borrowing S.Row) throws -> Void
    ) throws {
        try unsafe bytes.withUnsafeBytes { raw in
            var wire = unsafe WireReader(raw)
            if hasSignature {
                let found = try wire.bytes(Self.signature.count)
                guard found == Self.signature else { throw PostgresError.unexpectedShape("COPY begins differently") }
            }
            while wire.remaining > 0 {
                let columns: Int16 = try wire.number()
                // The format's end.
                guard columns >= 0 else { return try wire.end() }
                var row = CopyRowReader(wire, columnCount: columns)
                let value = try S.decode(&row)
                wire = try row.end()
                try body(value)
            }
        }
    }
}
