internal import Synchronization

/// The open connections by socket. A record stays in it until just before the library closes the socket, so
/// whoever holds the lock may use the sockets of the records inside.
final class ConnectionTable: Sendable {
    private let records = Mutex<[Int32: ConnectionRecord]>([:])

    func insert(_ record: ConnectionRecord) {
        records.withLock { $0[record.socket] = record }
    }

    func remove(_ record: ConnectionRecord) {
        records.withLock { records in
            guard records[record.socket] === record else { return }
            records[record.socket] = nil
        }
    }

    /// Runs `body` for each with the lock held: short, and no call back into this table.
    func withEach(_ body: (ConnectionRecord) -> Void) {
        records.withLock { records in
            for record in records.values { body(record) }
        }
    }

    var all: [ConnectionRecord] { records.withLock { Array($0.values) } }

    var count: Int { records.withLock { $0.count } }
}
