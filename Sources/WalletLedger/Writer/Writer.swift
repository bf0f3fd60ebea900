import Dispatch
package import WalletDomain

/// The only writer of coins: many commands decided in Swift, committed in one transaction, each answered on its own.
///
/// A wallet always goes to the same lane. Nobody gets an answer before the commit is confirmed.
package final class Writer: Sendable {
    private let lanes: [Lane]

    /// Starts the lanes; each connects by itself and keeps trying.
    package init(_ settings: WriterSettings) {
        precondition((1...Limits.lanesMax).contains(settings.lanes), "1 to 64 lanes")
        lanes = (0..<settings.lanes).map { Lane(number: $0, settings: settings) }
        for lane in lanes { lane.start() }
    }

    /// Returns at once. `reply` is called once, from a lane's thread, or right here if the queue is full.
    package func submit(
        _ command: WalletDomain.Command, reply: @escaping @Sendable (Result<Outcome, WalletError>) -> Void
    ) {
        let deadline = ContinuousClock.now + .milliseconds(Limits.commandDeadlineMs)
        let lane = lanes[Int(command.wallet.bucket) % lanes.count]
        let isTaken = lane.queue.put(Job(command: command, deadline: deadline, reply: reply))
        if !isTaken { reply(.failure(.overloaded)) }
    }

    package func run(_ command: WalletDomain.Command) async throws(WalletError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            submit(command) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Every lane has a connection.
    package var isReady: Bool { lanes.allSatisfy(\.isReady) }

    package var counters: WriterCounters { lanes.reduce(WriterCounters()) { $0 + $1.counters } }

    /// Serves what is queued, then ends the lanes. Blocks for at most `deadlineMs`; true if all was served.
    package func drain(deadlineMs: Int) -> Bool {
        for lane in lanes { lane.queue.close() }
        let deadline = DispatchTime.now() + .milliseconds(deadlineMs)
        return lanes.map { $0.ended.wait(timeout: deadline) == .success }.allSatisfy { $0 }
    }
}
