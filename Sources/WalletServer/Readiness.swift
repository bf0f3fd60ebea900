internal import Synchronization
internal import WalletLedger

/// Whether requests that move coins can be served.
final class Readiness: Sendable {
    enum Phase: Sendable {
        case starting
        case serving
        case draining
    }

    private let keys: KeyRing
    private let writer: Writer
    private let phase = Mutex(Phase.starting)

    init(keys: KeyRing, writer: Writer) {
        self.keys = keys
        self.writer = writer
    }

    func set(_ phase: Phase) { self.phase.withLock { $0 = phase } }

    var isReady: Bool { phase.withLock { $0 == .serving } && keys.isLoaded && writer.isReady }
}
