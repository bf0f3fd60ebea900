internal import Synchronization

/// What the callbacks, the watcher and the owner of one server share.
final class ServerCore: Sendable {
    let settings: HTTPServerSettings
    let handler: any RequestHandler
    let connections = ConnectionTable()
    let lingering = LingeringSockets()
    let ids = RequestIDs()
    let requestsInFlight = Atomic<Int>(0)
    /// Answers end their connections.
    let isDraining = Atomic<Bool>(false)
    /// New requests are refused and nothing is suspended any more.
    let isStopping = Atomic<Bool>(false)

    init(settings: HTTPServerSettings, handler: any RequestHandler) {
        self.settings = settings
        self.handler = handler
    }
}
