import Foundation
import Synchronization

/// A TCP proxy in front of PostgreSQL that reads what clients send, and does something unkind around one COMMIT of a
/// lane of the Writer. Threads block here, not tasks.
final class CommitProxy: Sendable {
    enum Fault: Sendable {
        /// The connection is cut before COMMIT reaches the server: nothing was written.
        case cutBefore
        /// The server commits, and the connection is cut before its answer is forwarded.
        case cutAfter
        /// COMMIT is kept back until the client is gone.
        case holdBefore
        /// The server commits, and its answer is kept back until the client is gone.
        case holdAfter
    }

    private struct State {
        var armed: Fault?
        var struckCount = 0
        var links: [ProxyLink] = []
    }

    let port: UInt16
    private let listener: Int32
    private let upstream: String
    private let state = Mutex(State())

    /// - Parameter upstream: the path of the server's socket.
    init(upstream: String) throws {
        (listener, port) = try Sockets.listen()
        self.upstream = upstream
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// The next COMMIT of a lane meets this fault, once.
    func arm(_ fault: Fault) { state.withLock { $0.armed = fault } }

    /// How many COMMITs have met their fault.
    var struckCount: Int { state.withLock { $0.struckCount } }

    /// Taken by the link that sees a COMMIT.
    func takeFault() -> Fault? {
        state.withLock { state in
            defer { state.armed = nil }
            return state.armed
        }
    }

    func struck() { state.withLock { $0.struckCount += 1 } }

    /// Ends everything.
    func stop() {
        Sockets.end(listener)
        for link in state.withLock({ $0.links }) { link.cut() }
    }

    private func acceptAll() {
        while let client = Sockets.accept(listener) {
            guard let server = Sockets.connect(path: upstream) else {
                Sockets.end(client)
                continue
            }
            let link = ProxyLink(client: client, server: server, proxy: self)
            state.withLock { $0.links.append(link) }
            link.start()
        }
    }
}
