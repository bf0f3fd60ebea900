import struct FoundationEssentials.UUID

/// Bytes that mean one thing only: integers big-endian, a length before each text, a flag before what may be absent.
struct CanonicalBytes {
    private(set) var all: [UInt8] = []

    init() { all.reserveCapacity(384) }

    mutating func removeAll() { all.removeAll(keepingCapacity: true) }

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        var shift = Number.bitWidth - 8
        while shift >= 0 {
            all.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
            shift -= 8
        }
    }

    mutating func append(flag: Bool) { all.append(flag ? 1 : 0) }

    mutating func append(_ bytes: [UInt8]) { all.append(contentsOf: bytes) }

    mutating func append(_ uuid: UUID) {
        let bytes = uuid.uuid
        all += [
            bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7, bytes.8, bytes.9, bytes.10,
            bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
        ]
    }

    mutating func append<Number: FixedWidthInteger>(optional number: Number?) {
        append(flag: number != nil)
        if let number { append(number) }
    }

    mutating func append(optional text: String?) {
        append(flag: text != nil)
        guard let text else { return }
        append(Int32(text.utf8.count))
        all.append(contentsOf: text.utf8)
    }
}
