/// The producer's side of a body that is written while the client reads. One producer at a time.
/// Dropped without `finish`, the answer ends as cut: the client sees that it is not whole.
package final class ResponseStream: Sendable {
    /// What is kept for a client that reads slowly.
    package static let bufferBytesDefault = 64 * 1_024

    let buffer: StreamBuffer

    package init(bufferBytesMax: Int = ResponseStream.bufferBytesDefault) {
        buffer = StreamBuffer(bytesMax: max(1, bufferBytesMax))
    }

    deinit {
        buffer.end(.failed)
    }

    /// Waits while the buffer is full.
    ///
    /// - Throws: `.clientGone` once nobody reads any more, also while it waits; `.cancelled` with the task.
    package func write(_ bytes: [UInt8]) async throws(ResponseStreamError) {
        var written = 0
        while written < bytes.count {
            switch buffer.push(bytes[written...]) {
            case .took(let count): written += count
            case .full: try await waitForRoom()
            case .closed: throw .clientGone
            }
        }
    }

    private func waitForRoom() async throws(ResponseStreamError) {
        await withTaskCancellationHandler {
            await withCheckedContinuation { buffer.notifyOfRoom($0) }
        } onCancel: {
            buffer.wakeWriter()
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// The body is whole.
    package func finish() {
        buffer.end(.finished)
    }

    /// The body will never be whole: the connection is cut, so the client knows.
    package func fail() {
        buffer.end(.failed)
    }
}

package enum ResponseStreamError: Error, Equatable, Sendable {
    case clientGone
    case cancelled
}
