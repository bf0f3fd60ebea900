internal import Synchronization

/// Makes request ids: six letters that differ for each process, then a counter. Fifteen bytes: Swift keeps such a
/// text inline, so an id costs no memory.
struct RequestIDs: ~Copyable, Sendable {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let bitsPerDigit: UInt64 = 5
    private static let prefixDigits = 6
    private static let counterDigits = 8
    private static let clientBytesMax = 64

    private let prefix: String
    private let next = Atomic<UInt64>(0)

    init(seed: UInt64 = .random(in: 0 ... .max)) {
        prefix = Self.text(seed, digits: Self.prefixDigits) + "-"
    }

    /// The client's id if it is harmless, else a new one.
    func id(offered: ArraySlice<UInt8>?) -> String {
        if let offered, !offered.isEmpty, offered.count <= Self.clientBytesMax, offered.allSatisfy(Self.isHarmless) {
            return String(decoding: offered, as: UTF8.self)
        }
        let number = next.wrappingAdd(1, ordering: .relaxed).newValue
        return prefix + Self.text(number, digits: Self.counterDigits)
    }

    private static func text(_ number: UInt64, digits count: Int) -> String {
        var rest = number
        var text: InlineArray<8, UInt8> = .init(repeating: 0)
        for index in (0..<count).reversed() {
            text[index] = digits[Int(rest & 31)]
            rest >>= bitsPerDigit
        }
        var result = ""
        for index in 0..<count {
            result.unicodeScalars.append(Unicode.Scalar(text[index]))
        }
        return result
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
