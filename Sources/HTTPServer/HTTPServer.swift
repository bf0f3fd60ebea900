internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server: bounded requests in, answers out, on one thread of its own.
///
/// Everything a client can do wrong is answered or cut here; `RequestHandler` sees complete, unambiguous requests.
/// Lenient where the library is: a bare LF ends a line, folded headers are joined, and what follows a NUL in a line
/// is dropped; a proxy in front must be strict.
package final class HTTPServer: Sendable {
    /// The port it listens on.
    package let port: UInt16
    private let core: ServerCore
    private let watcher: Watcher
    private let daemon: Mutex<Daemon?>

    private static let drainPollMs = 5

    /// Listens when it returns. Broken certificate files, a port in use and the like are known now, never later.
    package init(settings: HTTPServerSettings, handler: any RequestHandler) throws(HTTPServerError) {
        let socket = try ListenSocket(host: settings.host, port: settings.port)
        let tls: TLSMaterial? = if let files = settings.tls { try TLSMaterial(files) } else { nil }
        port = socket.port
        core = ServerCore(settings: settings, handler: handler)
        // The library owns the socket from here on, and closes it if it does not start.
        let daemon = try Daemon(core: core, listenSocket: socket.handOver(), tls: tls)
        self.daemon = Mutex(daemon)
        watcher = Watcher(core: core)
    }

    deinit { stop() }

    /// Requests whose head is complete and whose answer is not.
    package var requestsInFlight: Int { core.requestsInFlight.load(ordering: .relaxed) }

    package var connectionCount: Int { core.connections.count }

    /// Accepts no more connections, lets each answer end its connection, and returns when no request is in flight or
    /// the time is over. Call `stop` afterwards.
    ///
    /// - Returns: true if nothing was left unanswered.
    package func drain(deadlineMs: Int) async -> Bool {
        core.isDraining.store(true, ordering: .relaxed)
        closeListener()
        let endMs = MonotonicTime.nowMs() + UInt64(max(0, deadlineMs))
        while requestsInFlight > 0, MonotonicTime.nowMs() < endMs {
            do {
                try await Task.sleep(for: .milliseconds(Self.drainPollMs))
            } catch {
                break  // The task was cancelled: whoever did it does not want to wait.
            }
        }
        return requestsInFlight == 0
    }

    private func closeListener() {
        let descriptor = daemon.withLock { $0?.quiesce() ?? -1 }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Ends at once: requests in flight are answered 503 as far as that is possible. Blocks for a moment; may be
    /// called more than once, and never from inside a handler.
    package func stop() {
        core.isDraining.store(true, ordering: .relaxed)
        closeListener()
        core.isStopping.store(true, ordering: .sequentiallyConsistent)
        for record in core.connections.all { record.letGo() }
        // Dropping the daemon ends its thread.
        _ = daemon.withLock { $0.take() }
        watcher.end()
    }
}
