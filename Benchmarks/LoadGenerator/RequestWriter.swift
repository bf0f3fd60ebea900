/// Writes spend requests, each with an idempotency key of its own, into one reused buffer.
struct RequestWriter {
    private let path: [UInt8]
    private let middle: [UInt8]
    private let end: [UInt8]
    private let users: UInt64
    private let isHot: Bool
    private let isSweep: Bool
    private let bulkLines: Int
    private let bulkHead: [UInt8]
    private let prefix: [UInt8]
    private var body: [UInt8] = []
    private var random: SplitMix
    private let run: UInt64
    private var count: UInt64 = 0
    private(set) var bytes: [UInt8] = []

    init(_ settings: Settings, seed: UInt64) {
        let body = #"{"item":"bench","expected_price":1}"#
        path = Array("POST /v1/wallets/\(settings.prefix)".utf8)
        middle = Array("/spends HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(settings.key)\r\n".utf8)
        let length = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        end = Array("\r\n\(length)\(body)".utf8)
        users = settings.users
        isHot = settings.isHot
        isSweep = settings.isSweep
        bulkLines = settings.bulkLines
        prefix = Array(settings.prefix.utf8)
        bulkHead = Array(
            """
            POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(settings.key)\r\n\
            Content-Type: application/json\r\nContent-Length:\u{20}
            """.utf8)
        random = SplitMix(state: seed)
        run = random.next()
    }

    /// Every user of a sweep has been served.
    var isDone: Bool { isSweep && count == users }

    /// Makes the next request in `bytes`.
    mutating func next() {
        guard bulkLines == 0 else { return nextBulk() }
        let user = isSweep ? count : random.next() % users
        count += 1
        bytes.removeAll(keepingCapacity: true)
        bytes += path
        if isHot { bytes += [UInt8]("hot".utf8) } else { append(decimal: user) }
        bytes += middle
        bytes += RequestWriter.keyHeader
        append(hexadecimal: run)
        append(hexadecimal: count)
        bytes += end
    }

    /// A bulk of spends, each of a user drawn for it.
    private mutating func nextBulk() {
        bytes.removeAll(keepingCapacity: true)
        bytes += RequestWriter.bulkBegin
        for line in 0..<bulkLines {
            if line > 0 { bytes.append(UInt8(ascii: ",")) }
            count += 1
            bytes += RequestWriter.lineBegin
            bytes += prefix
            append(decimal: random.next() % users)
            bytes += RequestWriter.lineKey
            append(hexadecimal: run)
            append(hexadecimal: count)
            bytes += RequestWriter.lineEnd
        }
        bytes += RequestWriter.bulkEnd
        // Its length goes before it.
        swap(&body, &bytes)
        bytes.removeAll(keepingCapacity: true)
        bytes += bulkHead
        append(decimal: UInt64(body.count))
        bytes += RequestWriter.headEnd
        bytes += body
    }

    private static let bulkBegin = Array(#"{"operations":["#.utf8)
    private static let lineBegin = Array(#"{"kind":"spend","item":"bench","expected_price":1,"user":""#.utf8)
    private static let lineKey = Array(#"","idempotency_key":""#.utf8)
    private static let lineEnd = Array(#""}"#.utf8)
    private static let bulkEnd = Array("]}".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let keyHeader = Array("Idempotency-Key: ".utf8)

    private mutating func append(decimal number: UInt64) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func append(hexadecimal number: UInt64) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0xF
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

/// A small fast generator; the system's is a system call each time. Source: Steele, Lea, Flood, OOPSLA 2014.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
