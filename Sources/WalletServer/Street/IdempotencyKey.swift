internal import Crypto
internal import FoundationEssentials
internal import HTTPServer
internal import WalletDomain

/// The client's name for one intent: 1 to 128 visible ASCII characters. Only its digest goes further.
struct IdempotencyKey: Sendable {
    static let header = "idempotency-key"
    private let bytes: ArraySlice<UInt8>

    init(_ call: Call) throws(Problem) {
        let headers = call.headers
        guard let bytes = headers.valueBytes(of: Self.header), !bytes.isEmpty else {
            throw Problem(code: .idempotencyKeyMissing)
        }
        guard Self.isKey(bytes), headers.count(of: Self.header) == 1 else { throw .malformed("Idempotency-Key") }
        self.bytes = bytes
    }

    /// Of a bulk's line; empty if there is none.
    init(text: String) throws(Problem) {
        guard !text.isEmpty else { throw Problem(code: .idempotencyKeyMissing) }
        bytes = Array(text.utf8)[...]
        guard Self.isKey(bytes) else { throw .malformed("idempotency_key") }
    }

    private static func isKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count <= Limits.idempotencyKeyBytesMax && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }

    func bound(to fingerprint: consuming RequestFingerprint) -> Idempotency {
        Idempotency(key: UUID(truncating: SHA256.hash(bytes)), fingerprint: fingerprint.finish())
    }
}

/// What an idempotency key is bound to: operation, path values and the fields present, by name.
///
/// An absent field leaves no trace, so a later release that adds one changes nothing. Each name and value is written
/// with its length first: no two requests write the same bytes.
struct RequestFingerprint: Sendable {
    private var bytes: [UInt8] = []

    init(operation: String) {
        bytes.reserveCapacity(160)
        append(operation.utf8)
    }

    mutating func add(_ name: String, _ text: String) {
        append(name.utf8)
        append(text.utf8)
    }

    mutating func add(_ name: String, _ number: Int64) {
        append(name.utf8)
        // A text of eight bytes is not taken for a number: fields have one type each, for ever.
        append(withBigEndianBytes: number)
    }

    mutating func add(_ name: String, _ number: Int64?) {
        if let number { add(name, number) }
    }

    /// The first 16 bytes of the SHA-256.
    consuming func finish() -> UUID { UUID(truncating: SHA256.hash(bytes)) }

    private mutating func append(_ text: String.UTF8View) {
        appendLength(text.count)
        bytes.append(contentsOf: text)
    }

    private mutating func append(withBigEndianBytes number: Int64) {
        appendLength(8)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
        }
    }

    private mutating func appendLength(_ count: Int) {
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    }
}

extension UUID {
    /// Sixteen bytes of a digest in a fixed-width suit; not a UUID of any version.
    init(truncating digest: [UInt8]) {
        self.init(
            uuid: (
                digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7],
                digest[8], digest[9], digest[10], digest[11], digest[12], digest[13], digest[14], digest[15]
            ))
    }
}
