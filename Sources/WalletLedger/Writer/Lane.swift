import Dispatch
import Foundation
import Synchronization
import WalletDomain

/// One thread with one connection: takes what waits for its buckets and settles it, batch after batch.
final class Lane: Sendable {
    let queue: LaneQueue
    let ended = DispatchSemaphore(value: 0)
    private let number: Int
    private let settings: WriterSettings
    private let shared = Mutex(Shared())

    private struct Shared {
        var isReady = false
        var counters = WriterCounters()
    }

    /// As large as a main thread's.
    private static let stackBytes = 8 * 1024 * 1024

    init(number: Int, settings: WriterSettings) {
        self.number = number
        self.settings = settings
        queue = LaneQueue(batchMax: settings.batchMax)
    }

    var isReady: Bool { shared.withLock(\.isReady) }

    var counters: WriterCounters {
        var counters = shared.withLock(\.counters)
        counters.shed = queue.shed
        return counters
    }

    func start() {
        let thread = Thread { [self] in
            run()
            ended.signal()
        }
        thread.name = "lane-\(number)"
        thread.stackSize = Self.stackBytes
        thread.start()
    }

    private func run() {
        var desk = LaneDesk(settings: settings, number: number, in: .real(settings.postgres))
        let isConnected = desk.connect()
        shared.withLock { $0.isReady = isConnected }
        while let jobs = queue.take() {
            if !jobs.isEmpty { settings.faults.pass(.queued) }
            let tally = jobs.isEmpty ? desk.lookAround() : desk.settle(jobs)
            let isConnected = desk.isConnected
            shared.withLock { shared in
                shared.isReady = isConnected
                shared.counters = shared.counters + tally
            }
        }
    }
}
