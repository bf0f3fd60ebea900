import Foundation
import Synchronization

/// One connection through a `CommitProxy`, both directions.
final class ProxyLink: Sendable {
    private let client: Int32
    private let server: Int32
    private let proxy: CommitProxy
    /// What happens to the server's answers from now on.
    private let answers = Mutex(Answers.forwarded)

    private enum Answers { case forwarded, cutAtNext, dropped }

    private static let bufferBytes = 65_536

    init(client: Int32, server: Int32, proxy: CommitProxy) {
        self.client = client
        self.server = server
        self.proxy = proxy
    }

    func start() {
        Thread.detachNewThread { [self] in forwardRequests() }
        Thread.detachNewThread { [self] in forwardAnswers() }
    }

    func cut() {
        Sockets.shut(client)
        Sockets.shut(server)
    }

    private func forwardRequests() {
        var requests = ClientMessages()
        while let bytes = Sockets.read(client, bytesMax: Self.bufferBytes) {
            requests.append(bytes)
            while let message = requests.next() {
                let fault = message.isCommit && requests.isLane ? proxy.takeFault() : nil
                if let fault, !meet(fault) { return finish() }
                guard Sockets.write(server, message.bytes) else { return finish() }
            }
        }
        finish()
    }

    /// - Returns: whether the COMMIT goes on to the server.
    private func meet(_ fault: CommitProxy.Fault) -> Bool {
        switch fault {
        case .cutBefore:
            proxy.struck()
            return false
        case .holdBefore:
            proxy.struck()
            while Sockets.read(client, bytesMax: Self.bufferBytes) != nil {}
            return false
        case .cutAfter:
            answers.withLock { $0 = .cutAtNext }
            return true
        case .holdAfter:
            answers.withLock { $0 = .dropped }
            return true
        }
    }

    private func forwardAnswers() {
        var droppedBefore = false
        while let bytes = Sockets.read(server, bytesMax: Self.bufferBytes) {
            switch answers.withLock({ $0 }) {
            case .forwarded: guard Sockets.write(client, bytes) else { return finish() }
            case .cutAtNext:
                // The answer to the whole round trip ends with ReadyForQuery: then the commit is certain.
                guard bytes.endsWithReadyForQuery else { continue }
                proxy.struck()
                return finish()
            case .dropped:
                if !droppedBefore, bytes.endsWithReadyForQuery {
                    droppedBefore = true
                    proxy.struck()
                }
            }
        }
        finish()
    }

    /// Both directions end together; the descriptors stay until the process ends, so that no number is used twice.
    private func finish() { cut() }
}

extension [UInt8] {
    /// `Z`, length 5, state `I`, `T` or `E`. Source: PostgreSQL 15, 55.7.
    var endsWithReadyForQuery: Bool { count >= 6 && self[(count - 6)..<(count - 1)].elementsEqual([0x5A, 0, 0, 0, 5]) }
}
