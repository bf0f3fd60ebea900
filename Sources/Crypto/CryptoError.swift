internal import COpenSSL

/// What a call of OpenSSL may end in. OpenSSL's own texts stay here: callers need the kind only.
package enum CryptoError: Error, Equatable, Sendable {
    /// The bytes are not the structure that they should be, or something follows it.
    case malformed
    /// A key of another kind than the operation needs.
    case wrongKey
    /// OpenSSL could not do what it must always be able to do: out of memory, or a bug of ours.
    case failed(StaticString)

    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.malformed, .malformed), (.wrongKey, .wrongKey), (.failed, .failed): true
        case (.malformed, _), (.wrongKey, _), (.failed, _): false
        }
    }
}

/// OpenSSL keeps errors in a queue of the thread; one left behind would be taken for the next call's.
func clearErrorQueue() { ERR_clear_error() }

/// Runs a call of OpenSSL that gives 1 for success.
func demand(_ result: Int32, _ step: StaticString) throws(CryptoError) {
    guard result == 1 else {
        clearErrorQueue()
        throw .failed(step)
    }
}

/// Runs a call of OpenSSL that gives an object or NULL.
func demand(_ pointer: OpaquePointer?, _ step: StaticString) throws(CryptoError) -> OpaquePointer {
    guard let pointer = unsafe pointer else {
        clearErrorQueue()
        throw .failed(step)
    }
    return unsafe pointer
}

/// What an `i2d_…` function writes: called once for the length and once for the bytes.
func encoded(
    _ step: StaticString, _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(CryptoError) -> [UInt8] {
    let count = encode(nil)
    guard count > 0 else {
        clearErrorQueue()
        throw .failed(step)
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
        var cursor = buffer.baseAddress
        initialized = Int(unsafe encode(&cursor))
    }
}
