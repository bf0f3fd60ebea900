import Glibc

/// Keeps one request in flight on each connection, from one thread, until the time is up.
///
/// It shares the machine with the service, so an answer costs it two system calls and hardly an allocation.
struct Load {
    private struct Connection {
        let socket: Socket
        var reader = ResponseReader()
        var sentAt: UInt64 = 0
        var isWaiting = false
    }

    private var connections: [Connection] = []
    /// One for each connection, in the same order.
    private var watched: [pollfd] = []
    private var writer: RequestWriter
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var tally = Tally()
    private let settings: Settings

    init(_ settings: Settings) throws(SocketError) {
        self.settings = settings
        writer = RequestWriter(settings, seed: nanosecondsNow() ^ UInt64(getpid()) << 32)
        for _ in 0..<settings.connections {
            let socket = try Socket(port: settings.port)
            connections.append(Connection(socket: socket))
            watched.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
        }
    }

    /// Runs for the time of the settings and returns the result as one JSON line.
    mutating func run() -> String {
        let start = nanosecondsNow()
        let end = start + UInt64(settings.seconds) * nanosecondsPerSecond
        for index in connections.indices { send(on: index) }
        while nanosecondsNow() < end && connections.contains(where: \.isWaiting) { takeAnswers(sendingNext: true) }
        let seconds = Double(nanosecondsNow() - start) / Double(nanosecondsPerSecond)
        let line = tally.line(seconds: seconds, connections: settings.connections)
        drain()
        return line
    }

    /// Lets the last answers come, uncounted, so that the service sees no torn connection.
    private mutating func drain() {
        let end = nanosecondsNow() + drainSeconds * nanosecondsPerSecond
        while nanosecondsNow() < end && connections.contains(where: \.isWaiting) { takeAnswers(sendingNext: false) }
    }

    private mutating func takeAnswers(sendingNext: Bool) {
        guard unsafe poll(&watched, nfds_t(watched.count), waitMs) > 0 else { return }
        for index in watched.indices where watched[index].revents != 0 {
            if takeAnswer(on: index) && sendingNext { send(on: index) }
        }
    }

    private mutating func send(on index: Int) {
        if writer.isDone { return }
        writer.next()
        connections[index].sentAt = nanosecondsNow()
        connections[index].isWaiting = connections[index].socket.send(writer.bytes)
        if !connections[index].isWaiting { giveUp(index) }
    }

    /// Reads what came; true if the answer is whole and the connection is free for the next request.
    private mutating func takeAnswer(on index: Int) -> Bool {
        let received = connections[index].socket.receive(into: &buffer)
        guard received > 0 else { return giveUp(index) }
        switch connections[index].reader.take(buffer[..<received]) {
        case .incomplete: return false
        case .broken: return giveUp(index)
        case .complete(let status):
            let nanoseconds = nanosecondsNow() - connections[index].sentAt
            if settings.bulkLines > 0, status == 200 {
                tally.count(connections[index].reader.lines, of: settings.bulkLines, nanoseconds: nanoseconds)
            } else {
                tally.count(status: status, nanoseconds: nanoseconds)
            }
            connections[index].isWaiting = false
            return true
        }
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
private let nanosecondsPerSecond: UInt64 = 1_000_000_000

private func nanosecondsNow() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * nanosecondsPerSecond + UInt64(time.tv_nsec)
}
