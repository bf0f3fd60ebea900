internal import Glibc
internal import Synchronization

/// Sockets whose answer is sent although their client still sends a body. Closing one at once would reset it, and
/// the client would never see the answer (RFC 9112, 9.6): so the bytes are read and thrown away for a while.
final class LingeringSockets: Sendable {
    private struct Entry {
        let socket: Int32
        let deadlineMs: UInt64
        var bytesLeft: Int
    }

    private static let entriesMax = 64
    private static let lingerMs: UInt64 = 5_000
    private static let bytesMax = 64 * 1_024 * 1_024
    private static let readBytes = 64 * 1_024
    private static let readsPerTurnMax = 16

    private let entries = Mutex<[Entry]>([])

    var isEmpty: Bool { entries.withLock { $0.isEmpty } }

    /// Keeps a second descriptor of the connection; nothing happens if there are too many already.
    func keep(_ socket: Int32, nowMs: UInt64) {
        entries.withLock { entries in
            guard entries.count < Self.entriesMax else { return }
            let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { return }
            entries.append(Entry(socket: copy, deadlineMs: nowMs + Self.lingerMs, bytesLeft: Self.bytesMax))
        }
    }

    /// Reads what has come; closes those that are done, too long or too slow.
    func turn(nowMs: UInt64) {
        entries.withLock { entries in
            entries = entries.compactMap { entry in
                var entry = entry
                if Self.discard(&entry), nowMs < entry.deadlineMs { return entry }
                close(entry.socket)
                return nil
            }
        }
    }

    func closeAll() {
        entries.withLock { entries in
            for entry in entries { close(entry.socket) }
            entries = []
        }
    }

    /// False once there is nothing more to wait for.
    private static func discard(_ entry: inout Entry) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: readBytes, alignment: 1) { space in
            for _ in 0..<readsPerTurnMax {
                let count = unsafe recv(entry.socket, space.baseAddress, space.count, Int32(MSG_DONTWAIT))
                if count < 0 { return errno == EAGAIN || errno == EINTR }
                entry.bytesLeft -= count
                if count == 0 || entry.bytesLeft <= 0 { return false }
            }
            return true
        }
    }
}
