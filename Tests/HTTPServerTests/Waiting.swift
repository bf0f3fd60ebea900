import Glibc
import HTTPServer
import Synchronization

/// Responders that were put aside, to be answered by the test's thread.
final class Waiting: Sendable {
    private let responders = Mutex<[Responder]>([])

    func add(_ responder: Responder) { responders.withLock { $0.append(responder) } }

    var count: Int { responders.withLock { $0.count } }

    /// Blocks: for threads of their own.
    func waitFor(_ count: Int) {
        while self.count < count { usleep(1_000) }
    }

    func answerAll(_ response: Response) {
        for responder in take() { responder.respond(response) }
    }

    func take() -> [Responder] {
        responders.withLock { responders in
            defer { responders = [] }
            return responders
        }
    }
}
