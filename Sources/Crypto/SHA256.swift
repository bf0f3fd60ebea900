internal import COpenSSL

/// SHA-256 (FIPS 180-4), at once or piece by piece. A value: a copy continues on its own.
package struct SHA256: Sendable {
    package static let bytesCount = 32

    private var context: SHA256_CTX

    package init() {
        context = SHA256_CTX()
        _ = unsafe SHA256_Init(&context)
    }

    package mutating func update(_ bytes: [UInt8]) {
        _ = unsafe bytes.withUnsafeBytes { unsafe SHA256_Update(&context, $0.baseAddress, $0.count) }
    }

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { unsafe SHA256_Update(&context, $0.baseAddress, $0.count) }
    }

    /// The 32 bytes over everything given so far.
    package consuming func finish() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: Self.bytesCount) { digest, count in
            _ = unsafe SHA256_Final(digest.baseAddress, &context)
            count = Self.bytesCount
        }
    }

    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finish()
    }

    package static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finish()
    }
}
