/// The first block of a kind in a text (RFC 7468).
enum PEMBlock {
    /// - Parameter label: as it stands behind `BEGIN`.
    static func der(_ label: String, in text: String) throws(CryptoError) -> [UInt8] {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace || $0 == " " } }
        guard let first = lines.firstIndex(of: "-----BEGIN \(label)-----"),
            let last = lines.lastIndex(of: "-----END \(label)-----"), first < last,
            let der = Base64.decode(lines[(first + 1)..<last].joined().filter { $0 != " " }, .standard)
        else { throw .malformed }
        return der
    }
}
