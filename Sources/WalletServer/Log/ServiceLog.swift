internal import Foundation
internal import Synchronization
internal import WalletDomain

/// Where log lines go. Called from the log's own thread; may block.
package typealias LogTarget = @Sendable (_ lines: [UInt8]) -> Void

/// The log: one JSON object a line, written by a thread of its own.
///
/// Nobody who answers a request waits for it: lines gather in a bounded buffer, and what does not fit because the
/// target is slow is dropped and counted. The thread looks every few milliseconds instead of being woken by each line.
package final class ServiceLog: Sendable {
    private enum Line: Sendable {
        case access(AccessRecord)
        case event(LogEvent)
    }

    private struct State {
        var lines: [Line] = []
        var dropped = 0
        var isClosing = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let target: LogTarget

    package init(_ target: @escaping LogTarget) { self.target = target }

    package static let standardError: LogTarget = { lines in
        // A log that cannot be written must not stop the service; there is nowhere to say so.
        try? FileHandle.standardError.write(contentsOf: Data(lines))
    }

    /// Starts the thread. Without it lines gather until `close`.
    package func start() {
        let thread = Thread { [self] in
            while writePending() { Thread.sleep(forTimeInterval: Double(Limits.logFlushMs) / 1_000) }
        }
        thread.name = "log"
        thread.start()
    }

    func add(_ record: AccessRecord) { add(.access(record)) }

    package func add(_ event: LogEvent) { add(.event(event)) }

    private func add(_ line: Line) {
        state.withLock { state in
            guard state.lines.count < Limits.logLinesMax else {
                state.dropped += 1
                return
            }
            state.lines.append(line)
        }
    }

    /// Writes what is left and ends the thread.
    package func close() {
        state.withLock { $0.isClosing = true }
        _ = writePending()
    }

    /// - Returns: false once the log is closed.
    private func writePending() -> Bool {
        let (lines, dropped, isClosing) = state.withLock { state in
            defer {
                state.lines.removeAll(keepingCapacity: true)
                state.dropped = 0
            }
            return (state.lines, state.dropped, state.isClosing)
        }
        if !lines.isEmpty || dropped > 0 { target(Self.render(lines, dropped: dropped)) }
        return !isClosing
    }

    private static func render(_ lines: [Line], dropped: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            var writer = JSONWriter()
            switch line {
            case .access(let record): record.write(to: &writer)
            case .event(let event): event.write(to: &writer)
            }
            bytes += writer.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        guard dropped > 0 else { return bytes }
        var writer = JSONWriter()
        LogEvent(.warning, "log lines dropped", [("count", .number(Int64(dropped)))]).write(to: &writer)
        return bytes + writer.bytes + [UInt8(ascii: "\n")]
    }
}
