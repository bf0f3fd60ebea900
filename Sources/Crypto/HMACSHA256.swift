/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    private static let blockBytes = 64
    private static let innerPad: UInt8 = 0x36
    private static let outerPad: UInt8 = 0x5C

    /// - Returns: 32 bytes; compare them with `constantTimeEqual`.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > blockBytes ? SHA256.hash(key) : key
        block += [UInt8](repeating: 0, count: blockBytes - block.count)
        var inner = SHA256()
        inner.update(block.map { $0 ^ innerPad })
        inner.update(message)
        return SHA256.hash(block.map { $0 ^ outerPad } + inner.finish())
    }
}
