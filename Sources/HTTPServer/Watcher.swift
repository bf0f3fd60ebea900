internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// Ends connections whose client takes too long: the library's own time-out counts silence only, and a byte now and
/// then would hold a connection for ever. A thread of its own, because the server's thread may be asleep in `poll`.
final class Watcher: Sendable {
    private let core: ServerCore
    private let isEnding = Atomic<Bool>(false)
    private let bell = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    private static let tickMsMax = 500
    private static let ticksPerTimeout = 10
    private static let lingerTickMs = 2

    init(core: ServerCore) {
        self.core = core
        let thread = Thread { [self] in run() }
        thread.name = "http-watcher"
        thread.start()
    }

    /// Something lingers now.
    func ring() {
        bell.signal()
    }

    /// Returns when the thread is done.
    func end() {
        guard !isEnding.exchange(true, ordering: .relaxed) else { return }
        bell.signal()
        ended.wait()
    }

    private func run() {
        let shortest = min(core.settings.headTimeoutMs, core.settings.bodyTimeoutMs, core.settings.idleTimeoutMs)
        let tickMs = min(max(1, shortest / Self.ticksPerTimeout), Self.tickMsMax)
        while !isEnding.load(ordering: .relaxed) {
            let waitMs = core.lingering.isEmpty ? tickMs : Self.lingerTickMs
            _ = bell.wait(timeout: .now() + .milliseconds(waitMs))
            let nowMs = MonotonicTime.nowMs()
            core.lingering.turn(nowMs: nowMs)
            endOverdue(nowMs: nowMs)
        }
        core.lingering.closeAll()
        ended.signal()
    }

    /// The table's lock is held meanwhile, so no socket is closed and opened again as another's.
    private func endOverdue(nowMs: UInt64) {
        core.connections.withEach { record in
            let (phase, sinceMs) = record.phase
            let limitMs: Int
            switch phase {
            case .greeting, .head: limitMs = core.settings.headTimeoutMs
            case .body: limitMs = core.settings.bodyTimeoutMs
            case .idle: limitMs = core.isDraining.load(ordering: .relaxed) ? 0 : core.settings.idleTimeoutMs
            case .busy: return
            }
            guard nowMs >= sinceMs, nowMs - sinceMs > UInt64(limitMs) else { return }
            if phase == .head || phase == .body, core.settings.tls == nil { sendTimeout(record.socket) }
            shutdown(record.socket, Int32(SHUT_RDWR))
        }
    }

    /// The library writes nothing while it reads a request, so the words do not mix. They are sent as far as the
    /// socket takes them at once.
    private func sendTimeout(_ socket: Int32) {
        let response = core.handler.refusal(.timeout, requestID: core.ids.id(offered: nil))
        let bytes = PlainAnswer.bytes(of: response)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        _ = unsafe bytes.withUnsafeBytes { unsafe send(socket, $0.baseAddress, $0.count, flags) }
    }
}

/// An answer as bytes, for the one case in which the library cannot send it.
enum PlainAnswer {
    static func bytes(of response: Response) -> [UInt8] {
        guard case .bytes(let body) = response.body else { return [] }
        var head = "HTTP/1.1 \(response.status) Refused\r\n"
        for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
        head += "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }
}
