import Glibc

/// Keeps one request in flight on each connection, or sends at a fixed rate, from one thread, until the time is up.
///
/// It shares the machine with the service, so an answer costs it two system calls and hardly an allocation.
struct Load {
    private struct Connection {
        let socket: Socket
        var reader = ResponseReader()
        /// When its operation began, or should have.
        var sentAt: UInt64 = 0
        var isWaiting = false
        /// It waits for the answer to a hold, which is captured next.
        var isHolding = false
    }

    private var connections: [Connection] = []
    /// One for each connection, in the same order.
    private var watched: [pollfd] = []
    private var writer: RequestWriter
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var tally = Tally()
    private let settings: Settings
    private var pace: Pace?
    /// Connections that wait for something to be due; only at a fixed rate.
    private var idle: [Int] = []

    init(_ settings: Settings) throws {
        self.settings = settings
        writer = try RequestWriter(settings, seed: nanosecondsNow() ^ UInt64(getpid()) << 32)
        for _ in 0..<settings.connections {
            let socket = try Socket(port: settings.port)
            if settings.rate > 0, socket.descriptor > FineWait.descriptorMax {
                throw UsageError(what: "--rate needs fewer connections")
            }
            connections.append(Connection(socket: socket))
            watched.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
        }
    }

    private var isAnyWaiting: Bool { connections.contains(where: \.isWaiting) }

    /// Runs for the time of the settings and returns the result as one JSON line.
    mutating func run() -> String {
        let start = nanosecondsNow()
        let end = start + UInt64(settings.seconds) * nanosecondsPerSecond
        if settings.rate > 0 { pace = Pace(rate: settings.rate, start: start) }
        for index in connections.indices { goOn(index) }
        while nanosecondsNow() < end && (isAnyWaiting || !idle.isEmpty) {
            sendDue()
            takeAnswers(sendingNext: true)
        }
        let seconds = Double(nanosecondsNow() - start) / Double(nanosecondsPerSecond)
        let line = tally.line(seconds: seconds, connections: settings.connections)
        drain()
        return line
    }

    /// Lets the last answers come, uncounted, so that the service sees no torn connection.
    private mutating func drain() {
        let end = nanosecondsNow() + drainSeconds * nanosecondsPerSecond
        idle = []
        while nanosecondsNow() < end && isAnyWaiting { takeAnswers(sendingNext: false) }
    }

    /// The connection is free: for the next request, or for what is due.
    private mutating func goOn(_ index: Int) {
        if pace == nil { start(on: index, at: nanosecondsNow()) } else { idle.append(index) }
    }

    private mutating func sendDue() {
        while !idle.isEmpty, let due = pace?.takeDue(at: nanosecondsNow()), let index = idle.popLast() {
            start(on: index, at: due)
        }
    }

    private mutating func takeAnswers(sendingNext: Bool) {
        guard wait() else { return }
        for index in watched.indices where watched[index].revents != 0 {
            if takeAnswer(on: index) && sendingNext { goOn(index) }
        }
    }

    /// For answers, and at a fixed rate for what is due.
    private mutating func wait() -> Bool {
        guard let pace else { return unsafe poll(&watched, nfds_t(watched.count), waitMs) > 0 }
        let now = nanosecondsNow()
        let dueIn = idle.isEmpty ? UInt64.max : pace.nextDue - min(now, pace.nextDue)
        return FineWait.poll(&watched, nanoseconds: min(dueIn, UInt64(waitMs) * 1_000_000))
    }

    private mutating func start(on index: Int, at moment: UInt64) {
        if writer.isDone { return }
        connections[index].isHolding = writer.next() == .hold
        connections[index].sentAt = moment
        send(on: index)
    }

    private mutating func send(on index: Int) {
        connections[index].isWaiting = connections[index].socket.send(writer.bytes)
        if !connections[index].isWaiting { giveUp(index) }
    }

    /// Reads what came; true if the operation is done and the connection is free for the next.
    private mutating func takeAnswer(on index: Int) -> Bool {
        let received = connections[index].socket.receive(into: &buffer)
        guard received > 0 else { return giveUp(index) }
        switch connections[index].reader.take(buffer[..<received]) {
        case .incomplete: return false
        case .broken: return giveUp(index)
        case .complete(let status): return settle(status, on: index)
        }
    }

    private mutating func settle(_ status: Int, on index: Int) -> Bool {
        if connections[index].isHolding, status == 200, let hold = connections[index].reader.hold {
            connections[index].isHolding = false
            writer.captureNext(hold)
            send(on: index)
            return false
        }
        let nanoseconds = nanosecondsNow() - connections[index].sentAt
        if settings.bulkLines > 0, status == 200 {
            tally.count(connections[index].reader.lines, of: settings.bulkLines, nanoseconds: nanoseconds)
        } else {
            tally.count(status: status, nanoseconds: nanoseconds)
        }
        connections[index].isWaiting = false
        return true
    }

    /// A connection that broke is counted once and not opened again: the result shows it.
    @discardableResult private mutating func giveUp(_ index: Int) -> Bool {
        tally.countBroken()
        connections[index].isWaiting = false
        watched[index].fd = -1  // poll skips it from now on
        close(connections[index].socket.descriptor)
        return false
    }
}

private let waitMs: Int32 = 100
private let drainSeconds: UInt64 = 3
let nanosecondsPerSecond: UInt64 = 1_000_000_000

private func nanosecondsNow() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * nanosecondsPerSecond + UInt64(time.tv_nsec)
}
