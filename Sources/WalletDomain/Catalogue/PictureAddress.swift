/// The shape of a picture's address: `https`, a host by name, and nothing that a page could take for markup.
enum PictureAddress {
    private static let scheme = "https://"
    private static let hostBytesMax = 253
    private static let labelBytesMax = 63
    private static let portMax = 65_535

    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= Limits.pictureBytesMax, text.hasPrefix(scheme) else { return false }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        return isAuthority(authority) && isPath(rest.dropFirst(authority.count))
    }

    /// `host` or `host:port`; no user, and no address in figures: a picture is found by a certificate's name.
    private static func isAuthority(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, host.utf8.count <= hostBytesMax else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(isLabel), labels.last?.utf8.contains(where: isLetter) == true else {
            return false
        }
        guard parts.count == 2 else { return true }
        guard let port = Int(parts[1]), String(port) == parts[1] else { return false }
        return (1...portMax).contains(port)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...labelBytesMax).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// Unreserved characters, sub-delimiters but the apostrophe, and escapes of two hexadecimal digits (RFC 3986, 3.3).
    private static func isPath(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else { return false }
                index += 3
            } else {
                guard isLetter(bytes[index]) || isDigit(bytes[index]) || marks.contains(bytes[index]) else {
                    return false
                }
                index += 1
            }
        }
        return true
    }

    private static let marks = Set("/?:@-._~!$&()*+,;=".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
