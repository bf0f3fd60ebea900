internal import COpenSSL

/// HMAC with SHA-1 (RFC 2104): what authenticator apps compute (RFC 6238). For nothing else.
package enum HMACSHA1 {
    package static let bytesCount = 20

    package static func authenticate(_ message: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: bytesCount)
        var count: UInt32 = 0
        let result = unsafe HMAC(
            EVP_sha1(), key, Int32(truncatingIfNeeded: key.count), message, message.count, &digest, &count)
        guard unsafe result != nil, count == UInt32(bytesCount) else {
            clearErrorQueue()
            throw .failed("HMAC")
        }
        return digest
    }
}
