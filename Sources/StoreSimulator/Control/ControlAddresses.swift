internal import Synchronization

/// Where the store listens: known once it does.
final class ControlAddresses: Sendable {
    private let state = Mutex(("", ""))

    func set(url: String, sandboxURL: String) { state.withLock { $0 = (url, sandboxURL) } }

    var url: String { state.withLock(\.0) }
    var sandboxURL: String { state.withLock(\.1) }
}
