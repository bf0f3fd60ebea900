internal import Synchronization

/// An HTTP/1.1 and HTTP/2 client: libcurl's multi interface on one thread, with connections kept for later requests.
///
/// libcurl sends a request a second time, on a new connection, if a kept connection turns out to be closed before a
/// byte of the answer came: whatever is sent here must bear that (our own calls carry idempotency keys).
package final class HTTPClient: Sendable {
    private let loop: TransferLoop
    private let settings: HTTPClientSettings

    package init(settings: HTTPClientSettings = HTTPClientSettings()) {
        self.settings = settings
        loop = TransferLoop(settings: settings)
    }

    deinit { loop.end() }

    /// Sends one request and waits for the whole answer. Cancelling the task drops the connection.
    package func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
        guard request.isWellFormed else { throw .invalidRequest }
        let id = loop.newID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.submit(Submission(id: id, request: request, continuation: continuation))
            }
        } onCancel: {
            loop.cancel(id)
        }
        return try result.get()
    }
}
