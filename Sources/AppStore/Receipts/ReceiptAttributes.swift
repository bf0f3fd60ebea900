internal import Crypto
internal import WalletDomain

/// The attributes of a receipt or of one of its entries: `SET OF SEQUENCE { type, version, value OCTET STRING }`.
///
/// Order means nothing and unknown types are skipped. A type that is asked for may stand once: of two bundle ids
/// neither counts. Source: Apple, "Receipt fields"; TN3138.
struct ReceiptAttributes {
    /// Where the values stand in `bytes`, by type. Several only of those that may repeat.
    private let values: [Int: [Range<Int>]]
    private let bytes: [UInt8]

    /// - Parameter range: holds exactly one SET.
    init(_ bytes: [UInt8], _ range: Range<Int>) throws(DERError) {
        self.bytes = bytes
        var outer = DERReader(bytes, range)
        var set = DERReader(bytes, try outer.next(DERTag.set))
        guard outer.isAtEnd else { throw .malformed(offset: range.lowerBound) }
        var values: [Int: [Range<Int>]] = [:]
        while !set.isAtEnd {
            var attribute = DERReader(bytes, try set.next(DERTag.sequence))
            let typeRange = try attribute.next(DERTag.integer)
            _ = try attribute.next(DERTag.integer)
            let value = try attribute.next(DERTag.octetString)
            guard attribute.isAtEnd else { throw .malformed(offset: value.upperBound) }
            guard let type = Self.integer(bytes[typeRange]) else { continue }
            values[Int(type), default: []].append(value)
        }
        self.values = values
    }

    func all(_ type: Int) -> [Range<Int>] { values[type] ?? [] }

    /// - Returns: nil if absent or empty: Apple writes an empty text for what is not there.
    func text(_ type: Int) throws(ProofError) -> String? {
        guard let element = try single(type) else { return nil }
        guard element.tag == DERTag.utf8String || element.tag == DERTag.ia5String else { throw fault(type) }
        guard !element.content.isEmpty else { return nil }
        guard let text = String(validating: bytes[element.content], as: UTF8.self), isStorable(text) else {
            throw fault(type)
        }
        return text
    }

    func requiredText(_ type: Int) throws(ProofError) -> String {
        guard let text = try text(type) else { throw fault(type) }
        return text
    }

    func date(_ type: Int) throws(ProofError) -> Instant? {
        guard let text = try text(type) else { return nil }
        guard let date = Instant(receiptDate: text) else { throw fault(type) }
        return date
    }

    enum Number: Equatable {
        case absent
        /// Beyond 64 bits.
        case tooLarge
        case value(Int64)
    }

    func number(_ type: Int) throws(ProofError) -> Number {
        guard let element = try single(type) else { return .absent }
        guard element.tag == DERTag.integer, !element.content.isEmpty else { throw fault(type) }
        return Self.integer(bytes[element.content]).map { .value($0) } ?? .tooLarge
    }

    func fault(_ type: Int) -> ProofError { .invalidSignature(.claim(String(type))) }

    /// The one DER element that the value of this type is.
    private func single(_ type: Int) throws(ProofError) -> (tag: UInt8, content: Range<Int>)? {
        guard let found = values[type] else { return nil }
        guard found.count == 1 else { throw fault(type) }
        var reader = DERReader(bytes, found[0])
        guard let element = try? reader.nextElement(), reader.isAtEnd else {  // the offset in it says nothing to us
            throw fault(type)
        }
        return element
    }

    /// Two's complement, big-endian; nil if empty or longer than 64 bits.
    private static func integer(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard let first = digits.first, digits.count <= 8 else { return nil }
        return digits.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }
}
