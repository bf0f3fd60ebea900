internal import Synchronization

/// A bounded queue of bytes between a producer's task and the server's thread. The reader suspends its connection
/// when it is empty, the writer its task when it is full.
final class StreamBuffer: Sendable {
    enum Ending: Sendable { case finished, failed }
    enum Push {
        case took(Int)
        case full, closed
    }
    enum Pull {
        case bytes(Int)
        case suspended
        case end(Ending)
    }

    private struct State: Sendable {
        var bytes: [UInt8] = []
        var readCount = 0
        var ending: Ending?
        var readerIsGone = false
        var suspended: ConnectionHandle?
        var writer: CheckedContinuation<Void, Never>?

        var pendingCount: Int { bytes.count - readCount }

        /// Inside the lock: the server's stop passes through it too, and must find nothing half resumed.
        mutating func resumeReader() {
            suspended.take()?.resume()
        }
    }

    private let bytesMax: Int
    private let state = Mutex(State())

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    // The producer's side.

    func push(_ bytes: ArraySlice<UInt8>) -> Push {
        state.withLock { state in
            guard !state.readerIsGone, state.ending == nil else { return .closed }
            let count = min(bytes.count, bytesMax - state.pendingCount)
            guard count > 0 else { return .full }
            state.bytes.append(contentsOf: bytes.prefix(count))
            state.resumeReader()
            return .took(count)
        }
    }

    func notifyOfRoom(_ writer: CheckedContinuation<Void, Never>) {
        let isWaiting = state.withLock { state in
            guard !state.readerIsGone, state.ending == nil, state.pendingCount >= bytesMax, state.writer == nil,
                !Task.isCancelled
            else { return false }
            state.writer = writer
            return true
        }
        if !isWaiting { writer.resume() }
    }

    func wakeWriter() {
        state.withLock { $0.writer.take() }?.resume()
    }

    /// The first ending counts.
    func end(_ ending: Ending) {
        let writer = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            state.resumeReader()
            return state.writer.take()
        }
        writer?.resume()
    }

    // The server's side.

    /// Moves bytes out, or suspends the connection if there are none yet.
    func pull(
        into target: inout OutputSpan<UInt8>, suspending connection: ConnectionHandle, _ record: ConnectionRecord,
        in core: ServerCore
    ) -> Pull {
        let (result, writer): (Pull, CheckedContinuation<Void, Never>?) = state.withLock { state in
            let count = min(state.pendingCount, target.freeCapacity)
            guard count > 0 else {
                if let ending = state.ending { return (.end(ending), nil) }
                guard record.park(.stream(self), connection, in: core) else { return (.end(.failed), nil) }
                state.suspended = connection
                return (.suspended, nil)
            }
            for index in state.readCount..<(state.readCount + count) { target.append(state.bytes[index]) }
            state.readCount += count
            if state.readCount >= min(bytesMax, state.bytes.count) {
                state.bytes.removeFirst(state.readCount)
                state.readCount = 0
            }
            let hasRoom = state.pendingCount <= bytesMax / 2
            return (.bytes(count), hasRoom ? state.writer.take() : nil)
        }
        writer?.resume()
        return result
    }

    /// The client is gone or needs no body: the producer's next write throws.
    func closeReader() {
        let writer = state.withLock { state in
            state.readerIsGone = true
            state.bytes = []
            state.readCount = 0
            return state.writer.take()
        }
        writer?.resume()
    }
}
