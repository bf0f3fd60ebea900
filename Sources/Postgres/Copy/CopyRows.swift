/// The rows of a COPY one after the other, for a thread of its own: whoever merges several lists asks each for its
/// next row. It keeps some `bytesMax` of rows and no more. The session serves nothing else until the last row.
package final class CopyRows<S: CopyStatement> {
    private let session: PostgresSession
    private let bytesMax: Int
    private let deadlineMs: Int
    private var bytes: [UInt8] = []
    private var offset = 0
    private var isFirst = true
    private var isLast = false

    /// - Parameter deadlineMs: for the first rows, which the server may have to sort before, and for each batch after.
    package init(
        _ statement: S, on session: PostgresSession, bytesMax: Int, deadlineMs: Int
    ) throws(PostgresError) {
        precondition(bytesMax > 0, "a batch has at least one row")
        self.session = session
        self.bytesMax = bytesMax
        self.deadlineMs = deadlineMs
        try session.openCopy(statement, deadlineMs: deadlineMs)
    }

    /// Nil after the last row.
    package func next() throws(PostgresError) -> S.Row? {
        while true {
            if offset < bytes.count, let row = try decodeNext() { return row }
            guard !isLast else { return nil }
            try takeMore()
        }
    }

    private func takeMore() throws(PostgresError) {
        let batch = try session.takeCopied(bytesMax: bytesMax, isFirst: isFirst, deadlineMs: deadlineMs)
        bytes = batch.bytes
        isLast = batch.isLast
        offset = 0
        guard isFirst else { return }
        isFirst = false
        guard bytes.starts(with: CopyBatch.signature) else { throw .unexpectedShape("COPY begins differently") }
        offset = CopyBatch.signature.count
    }

    /// Nil at the format's end.
    private func decodeNext() throws(PostgresError) -> S.Row? {
        let start = offset
        let (row, end): (S.Row?, Int) = try unsafe bytes.withUnsafeBufferPointer {
            (buffer: UnsafeBufferPointer<UInt8>) throws(PostgresError) in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start...])
            var wire = unsafe WireReader(rest)
            let columns: Int16 = try wire.number()
            guard columns >= 0 else { return (nil, buffer.count) }
            var reader = CopyRowReader(wire, columnCount: columns)
            let row = try S.decode(&reader)
            wire = try reader.end()
            return (row, buffer.count - wire.remaining)
        }
        offset = end
        return row
    }
}
