internal import Crypto
internal import FoundationEssentials
internal import WalletDomain

/// Ids as clients see them. They carry the wallet, so the path leads to where its rows live.
enum WireID {
    static func spend(_ id: OperationID) -> String { operation("spd_", id) }
    static func grant(_ id: OperationID) -> String { operation("grt_", id) }
    static func credit(_ id: OperationID) -> String { operation("crd_", id) }
    static func expiry(_ id: OperationID) -> String { operation("exp_", id) }
    static func refund(_ id: OperationID) -> String { operation("rfd_", id) }
    static func settlement(_ id: OperationID) -> String { operation("dbt_", id) }
    static func reversal(_ id: OperationID) -> String { operation("rev_", id) }
    static func writeOff(_ id: OperationID) -> String { operation("wof_", id) }
    static func undo(_ id: OperationID) -> String { operation("und_", id) }
    static func ownershipEnd(_ id: OperationID) -> String { operation("own_", id) }
    static func hold(_ id: OperationID) -> String { operation("hld_", id) }
    static func release(_ id: OperationID) -> String { operation("rls_", id) }
    static func merge(_ id: OperationID) -> String { operation("mrg_", id) }
    static func adjustment(_ id: OperationID) -> String { operation("adj_", id) }
    static func forfeit(_ id: OperationID) -> String { operation("fft_", id) }
    static func holdExpiry(_ id: OperationID) -> String { operation("hxp_", id) }
    /// An entry's own id.
    static func event(_ entry: Entry) -> String {
        operation("evt_", OperationID(wallet: entry.wallet, sequence: entry.sequence))
    }

    static func order(_ number: UUID) -> String { "ord_" + hex(number) }

    /// Names the store by a letter and the purchase by Apple's id.
    static func unattributed(_ key: StoreTransaction.Key) -> String {
        switch key.environment {
        case .production: "una_p" + key.id.text
        case .sandbox: "una_s" + key.id.text
        }
    }

    static func parseUnattributed(_ text: String) -> StoreTransaction.Key? {
        // What is no id of Apple's names nothing.
        guard let id = try? TransactionID(String(text.dropFirst("una_p".count))) else { return nil }
        return StoreEnvironment.allCases.lazy.map { StoreTransaction.Key(environment: $0, id: id) }
            .first { unattributed($0) == text }
    }

    /// Names the proof by the first bytes of its SHA-256.
    static func topup(_ wallet: WalletID, _ proof: StoredProof) -> String { topup(wallet, proof.digest) }

    static func topup(_ wallet: WalletID, _ digest: [UInt8]) -> String {
        "top_" + hex(wallet.uuid) + "_" + hexadecimal(digest.prefix(topupDigestBytes))
    }

    static func parseSpend(_ text: String) -> OperationID? { operation(of: text, prefix: "spd_") }

    static func parseHold(_ text: String) -> OperationID? { operation(of: text, prefix: "hld_") }

    static func operation(of text: String, prefix: String) -> OperationID? {
        guard let parts = parts(of: text, prefix: prefix), let sequence = sequence(parts.rest) else { return nil }
        return OperationID(wallet: parts.wallet, sequence: sequence)
    }

    static func parseOrder(_ text: String) -> UUID? {
        guard text.hasPrefix("ord_") else { return nil }
        return uuid(text.dropFirst(4))
    }

    static func parseTopup(_ text: String) -> (wallet: WalletID, digestPrefix: [UInt8])? {
        guard let parts = parts(of: text, prefix: "top_"), let prefix = bytes(parts.rest),
            prefix.count == topupDigestBytes
        else { return nil }
        return (parts.wallet, prefix)
    }

    private static let topupDigestBytes = 8

    /// Stands in every answer of a spend: one buffer, one text.
    private static func operation(_ prefix: String, _ id: OperationID) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(prefix.utf8.count + 32 + 1 + 20)
        bytes.append(contentsOf: prefix.utf8)
        for byte in id.wallet.uuid.bytes {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 0x0F)])
        }
        bytes.append(UInt8(ascii: "_"))
        bytes.append(contentsOf: String(id.sequence).utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func parts(of text: String, prefix: String) -> (wallet: WalletID, rest: Substring)? {
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        guard let underscore = rest.firstIndex(of: "_"), let uuid = uuid(rest[..<underscore]) else { return nil }
        return (WalletID(uuid), rest[rest.index(after: underscore)...])
    }

    /// A positive number, written as we write it: no sign, no leading zero.
    private static func sequence(_ text: Substring) -> Int64? {
        guard let number = Int64(text), number > 0, String(number) == text else { return nil }
        return number
    }

    private static func hex(_ uuid: UUID) -> String { hexadecimal(uuid.bytes) }

    static func uuid(_ text: Substring) -> UUID? {
        guard text.utf8.count == 32, let bytes = bytes(text) else { return nil }
        return UUID(truncating: bytes)
    }

    /// Lower-case digits only: one id has one spelling.
    private static func bytes(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = digit(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension UUID {
    var bytes: [UInt8] {
        let value = uuid
        return [
            value.0, value.1, value.2, value.3, value.4, value.5, value.6, value.7, value.8, value.9, value.10,
            value.11, value.12, value.13, value.14, value.15,
        ]
    }
}
