import Glibc

/// Draws the operations of a mixed load.
struct Mix {
    enum Operation: Equatable {
        case spend
        case read
        case topup
        /// A hold and, once it is answered, its capture.
        case hold
    }

    /// Signed transactions, each used once before the first comes again.
    private let purchases: [[UInt8]]
    private var next = 0

    init(_ path: String) throws(UsageError) {
        guard let text = Self.contents(of: path) else { throw UsageError(what: "--mixed cannot read \(path)") }
        purchases = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        if purchases.isEmpty { throw UsageError(what: "--mixed needs signed transactions in \(path)") }
    }

    /// - Parameter random: any number, all equally likely.
    static func operation(_ random: UInt64) -> Operation {
        switch random % 10 {
        case 0..<6: .spend
        case 6..<8: .read
        case 8: .topup
        default: .hold
        }
    }

    mutating func takePurchase() -> [UInt8] {
        defer { next = (next + 1) % purchases.count }
        return purchases[next]
    }

    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return count == 0 ? contents : nil }
            contents += block[..<count]
        }
    }
}
