/// What to send, where, how long; read from the command line.
struct Settings: Sendable {
    static let usage = """
        usage: coffer-load --port P --key K [--connections 64] [--seconds 10] [--users 100000] [--rate 0]
            [--hot | --sweep | --bulk 500 | --mixed PURCHASES]
        """

    /// Loopback only: this program measures a service on its own machine.
    var port: UInt16 = 0
    /// The bearer key.
    var key = ""
    var connections = 64
    var seconds = 10
    /// Users are `<prefix>0` to `<prefix><users - 1>`, drawn uniformly.
    var users: UInt64 = 100_000
    let prefix = "bench-"
    /// Everybody spends from `<prefix>hot`.
    var isHot = false
    /// Each user once, in order; then it ends, if the seconds have not ended it before.
    var isSweep = false

    /// Spends in one request; 0 sends each alone.
    var bulkLines = 0
    /// Requests a second, however fast answers come; 0: the next as soon as a connection is free.
    var rate = 0
    /// Six spends, two reads, one top-up and one hold with its capture of every ten operations. A file of signed
    /// transactions, one a line.
    var purchases: String?

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let name = rest.next() {
            switch name {
            case "--hot": isHot = true
            case "--sweep": isSweep = true
            case "--bulk": bulkLines = try number(name, rest.next(), 1...bulkLinesMax)
            case "--rate": rate = try number(name, rest.next(), 0...rateMax)
            case "--mixed": purchases = try text(name, rest.next())
            case "--port": port = try number(name, rest.next(), 1...UInt16.max)
            case "--connections": connections = try number(name, rest.next(), 1...connectionsMax)
            case "--seconds": seconds = try number(name, rest.next(), 1...secondsMax)
            case "--users": users = try number(name, rest.next(), 1...usersMax)
            case "--key": key = try text(name, rest.next())
            default: throw UsageError(what: "unknown argument \(name)")
            }
        }
        if port == 0 || key.isEmpty { throw UsageError(what: "--port and --key are needed") }
    }
}

struct UsageError: Error { let what: String }

private let connectionsMax = 10_000
private let secondsMax = 3_600
private let bulkLinesMax = 1_000
private let rateMax = 10_000_000
private let usersMax: UInt64 = 1_000_000_000

private func number<Number: FixedWidthInteger>(
    _ name: String, _ text: String?, _ range: ClosedRange<Number>
) throws(UsageError) -> Number {
    guard let value = text.flatMap({ Number($0) }), range.contains(value) else {
        throw UsageError(what: "\(name) needs a number in \(range)")
    }
    return value
}

private func text(_ name: String, _ text: String?) throws(UsageError) -> String {
    guard let text, !text.isEmpty else { throw UsageError(what: "\(name) needs a text") }
    return text
}
