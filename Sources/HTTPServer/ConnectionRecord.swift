internal import Synchronization

/// What is known of one socket: who it is, how long it has been in its phase, who waits for an answer on it.
final class ConnectionRecord: Sendable {
    /// What the client owes us, and so which time limit counts.
    enum Phase: UInt64 {
        /// A new connection: the first head, from the socket's start.
        case greeting
        /// Between an answer and the next head.
        case idle
        /// A head has begun.
        case head
        case body
        /// It is our turn.
        case busy
    }

    let socket: Int32
    let remoteAddress: String
    /// The address of the request's reader; 0 between requests. Touched by the server's thread only.
    let reader = Atomic<UInt>(0)
    private let phaseAndStart: Atomic<UInt64>
    private let parked = Mutex<Parked?>(nil)

    private static let phaseBits: UInt64 = 3

    init(socket: Int32, remoteAddress: String, nowMs: UInt64) {
        self.socket = socket
        self.remoteAddress = remoteAddress
        phaseAndStart = Atomic(nowMs << Self.phaseBits | Phase.greeting.rawValue)
    }

    func enter(_ phase: Phase, nowMs: UInt64) {
        phaseAndStart.store(nowMs << Self.phaseBits | phase.rawValue, ordering: .relaxed)
    }

    var phase: (phase: Phase, sinceMs: UInt64) {
        let packed = phaseAndStart.load(ordering: .relaxed)
        let phase = Phase(rawValue: packed & (1 << Self.phaseBits - 1)) ?? .busy
        return (phase, packed >> Self.phaseBits)
    }

    /// What holds the connection suspended. It must let go when the server stops.
    enum Parked: Sendable {
        case answer(AnswerSlot)
        case stream(StreamBuffer)

        func letGo() {
            switch self {
            case .answer(let slot): slot.abandon(.overloaded)
            case .stream(let buffer): buffer.end(.failed)
            }
        }
    }

    /// Suspends the connection and remembers who holds it; false, without suspending, once the server stops.
    /// The flag is read and the connection suspended under one lock, so `letGo` misses nobody.
    func park(_ holder: Parked, _ connection: ConnectionHandle, in core: ServerCore) -> Bool {
        parked.withLock { parked in
            guard !core.isStopping.load(ordering: .sequentiallyConsistent) else { return false }
            parked = holder
            connection.suspend()
            return true
        }
    }

    func unpark() {
        parked.withLock { $0 = nil }
    }

    func letGo() {
        let holder = parked.withLock { $0 }
        holder?.letGo()
    }
}
