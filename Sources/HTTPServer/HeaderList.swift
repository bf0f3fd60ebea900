/// The fields of a head in their order. Two allocations for all of them; text is made only for what is asked for.
package struct HeaderList: Sendable {
    /// Names and values, one after the other, without separators.
    private(set) var bytes: [UInt8] = []
    private var fields: [Field] = []

    private struct Field {
        let nameStart: Int32
        let valueStart: Int32
        let valueEnd: Int32
    }

    package init() {}

    package init(_ pairs: [(String, String)]) {
        for (name, value) in pairs {
            append(name: name.utf8, value: value.utf8)
        }
    }

    package var count: Int { fields.count }

    mutating func reserve(fields count: Int, bytes byteCount: Int) {
        fields.reserveCapacity(count)
        bytes.reserveCapacity(byteCount)
    }

    mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        let nameStart = Int32(truncatingIfNeeded: bytes.count)
        bytes.append(contentsOf: name)
        let valueStart = Int32(truncatingIfNeeded: bytes.count)
        bytes.append(contentsOf: value)
        fields.append(
            Field(nameStart: nameStart, valueStart: valueStart, valueEnd: Int32(truncatingIfNeeded: bytes.count)))
    }

    /// The first field of that name, whatever the case of its letters.
    package subscript(name: String) -> String? {
        guard let field = fields.first(where: { isNamed($0, name) }) else { return nil }
        return text(Int(field.valueStart)..<Int(field.valueEnd))
    }

    /// How often the field occurs.
    package func count(of name: String) -> Int {
        fields.reduce(0) { $0 + (isNamed($1, name) ? 1 : 0) }
    }

    /// The bytes of the first field of that name, without a copy.
    package func valueBytes(of name: String) -> ArraySlice<UInt8>? {
        guard let field = fields.first(where: { isNamed($0, name) }) else { return nil }
        return bytes[Int(field.valueStart)..<Int(field.valueEnd)]
    }

    /// All fields as sent.
    package var pairs: [(name: String, value: String)] {
        fields.map {
            (text(Int($0.nameStart)..<Int($0.valueStart)), text(Int($0.valueStart)..<Int($0.valueEnd)))
        }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func isNamed(_ field: Field, _ name: String) -> Bool {
        let length = name.utf8.count
        guard Int(field.valueStart - field.nameStart) == length else { return false }
        var position = Int(field.nameStart)
        for byte in name.utf8 {
            guard Self.lowercased(bytes[position]) == Self.lowercased(byte) else { return false }
            position += 1
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
