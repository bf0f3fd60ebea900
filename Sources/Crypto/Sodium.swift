internal import CSodium

/// libsodium must be started before any use; starting twice is harmless, so the first user does it.
private let isSodiumReady = sodium_init() >= 0

func startSodium() { precondition(isSodiumReady, "libsodium found no source of randomness") }

/// `count` bytes that nobody can guess.
package func randomBytes(_ count: Int) -> [UInt8] {
    startSodium()
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        if let start = buffer.baseAddress { unsafe randombytes_buf(start, count) }
        initialized = count
    }
}

/// Compares secrets in a time that depends on their lengths only.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in
            guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
            return unsafe sodium_memcmp(leftStart, rightStart, left.count) == 0
        }
    }
}
