/// Writes requests, each with an idempotency key of its own, into one reused buffer.
struct RequestWriter {
    private let head: [UInt8]
    private let prefix: [UInt8]
    private let users: UInt64
    private let isHot: Bool
    private let isSweep: Bool
    private let bulkLines: Int
    private var mix: Mix?
    private var body: [UInt8] = []
    private var random: SplitMix
    private let run: UInt64
    private var count: UInt64 = 0
    private(set) var bytes: [UInt8] = []

    init(_ settings: Settings, seed: UInt64) throws(UsageError) {
        head = Array(" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(settings.key)\r\n".utf8)
        users = settings.users
        isHot = settings.isHot
        isSweep = settings.isSweep
        bulkLines = settings.bulkLines
        if let path = settings.purchases { mix = try Mix(path) }
        prefix = Array(settings.prefix.utf8)
        random = SplitMix(state: seed)
        run = random.next()
    }

    /// Every user of a sweep has been served.
    var isDone: Bool { isSweep && count == users }

    /// Makes the next request in `bytes`, and says what it is.
    mutating func next() -> Mix.Operation {
        guard bulkLines == 0 else {
            writeBulk()
            return .spend
        }
        let user = isSweep ? count : random.next() % users
        count += 1
        bytes.removeAll(keepingCapacity: true)
        let operation = mix == nil ? .spend : Mix.operation(random.next())
        switch operation {
        case .spend: writeSpend(of: user)
        case .read: writeRead(of: user)
        case .topup: writeTopup(of: user)
        case .hold: writeHold(of: user)
        }
        return operation
    }

    /// Makes the capture of a hold in `bytes`.
    /// - Parameter hold: its id, as the answer to the hold told it.
    mutating func captureNext(_ hold: [UInt8]) {
        count += 1
        bytes.removeAll(keepingCapacity: true)
        bytes += Text.endHold
        bytes += hold
        bytes += Text.capture
        writeHead(bodyBytes: 0)
    }

    private mutating func writeSpend(of user: UInt64) {
        writePath(of: user, method: Text.post)
        bytes += Text.spends
        writeHead(bodyBytes: Text.spend.count)
        bytes += Text.spend
    }

    private mutating func writeHold(of user: UInt64) {
        writePath(of: user, method: Text.post)
        bytes += Text.holds
        writeHead(bodyBytes: Text.spend.count)
        bytes += Text.spend
    }

    private mutating func writeRead(of user: UInt64) {
        writePath(of: user, method: Text.get)
        bytes += head
        bytes += Text.lineBreak
    }

    private mutating func writeTopup(of user: UInt64) {
        guard let purchase = mix?.takePurchase() else { return }
        body.removeAll(keepingCapacity: true)
        body += Text.topupUser
        body += prefix
        append(decimal: user, to: &body)
        body += Text.topupProof
        body += purchase
        body += Text.lineEnd
        bytes += Text.topup
        writeHead(bodyBytes: body.count)
        bytes += body
    }

    /// A bulk of spends, each of a user drawn for it.
    private mutating func writeBulk() {
        body.removeAll(keepingCapacity: true)
        body += Text.bulkBegin
        for line in 0..<bulkLines {
            if line > 0 { body.append(UInt8(ascii: ",")) }
            count += 1
            body += Text.lineBegin
            body += prefix
            append(decimal: random.next() % users, to: &body)
            body += Text.lineKey
            appendKey(to: &body)
            body += Text.lineEnd
        }
        body += Text.bulkEnd
        bytes.removeAll(keepingCapacity: true)
        bytes += Text.bulk
        writeHead(bodyBytes: body.count, hasKey: false)
        bytes += body
    }

    private mutating func writePath(of user: UInt64, method: [UInt8]) {
        bytes += method
        bytes += Text.wallets
        bytes += prefix
        if isHot { bytes += Text.hot } else { append(decimal: user, to: &bytes) }
    }

    /// The rest of the head.
    private mutating func writeHead(bodyBytes: Int, hasKey: Bool = true) {
        bytes += head
        if hasKey {
            bytes += Text.keyHeader
            appendKey(to: &bytes)
            bytes += Text.lineBreak
        }
        if bodyBytes > 0 { bytes += Text.json }
        bytes += Text.length
        append(decimal: UInt64(bodyBytes), to: &bytes)
        bytes += Text.lineBreak
        bytes += Text.lineBreak
    }

    private func appendKey(to bytes: inout [UInt8]) {
        append(hexadecimal: run, to: &bytes)
        append(hexadecimal: count, to: &bytes)
    }

    private func append(decimal number: UInt64, to bytes: inout [UInt8]) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private func append(hexadecimal number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0xF
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
