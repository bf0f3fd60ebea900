internal import COpenSSL
internal import Synchronization

/// The P-256 key of a certificate, ready to check signatures on several threads at once.
///
/// OpenSSL's contexts carry state, so each slot holds one of its own behind a lock; a caller takes the first that
/// is free. Making a context costs a good part of a verification, hence they are kept.
package final class ES256PublicKey: Sendable {
    /// r and s, 32 bytes each (RFC 7518, 3.4).
    package static let signatureBytes = 64

    private let slots: [Slot]

    /// - Parameters:
    ///   - publicKeyInfo: DER, as `X509Certificate.publicKeyInfo` gives it.
    ///   - slotsCount: how many threads can verify at the same moment without waiting.
    /// - Throws: `.wrongKey` if the key is not on P-256.
    package init(publicKeyInfo: [UInt8], slotsCount: Int) throws(CryptoError) {
        precondition(slotsCount > 0, "a key without slots cannot verify")
        var slots: [Slot] = []
        for _ in 0..<slotsCount { slots.append(Slot(try VerifyContext(publicKeyInfo))) }
        self.slots = slots
    }

    /// Whether `signature` (r and s, 64 bytes) is the key's signature over the message with this SHA-256.
    package func isValid(_ signature: [UInt8], digest: [UInt8]) -> Bool {
        guard signature.count == Self.signatureBytes, digest.count == SHA256.bytesCount else { return false }
        let encoded = ECDSASignature.der(fromRaw: signature)
        for slot in slots {
            if let isValid = slot.context.withLockIfAvailable({ $0.isValid(encoded, digest) }) { return isValid }
        }
        return slots[0].context.withLock { $0.isValid(encoded, digest) }
    }

    private final class Slot: Sendable {
        let context: Mutex<VerifyContext>

        init(_ context: consuming sending VerifyContext) { self.context = Mutex(context) }
    }
}

/// One context of OpenSSL, set up to verify with one key.
@safe private struct VerifyContext: ~Copyable {
    private let raw: OpaquePointer

    init(_ publicKeyInfo: [UInt8]) throws(CryptoError) {
        let parsed = unsafe publicKeyInfo.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &cursor, buffer.count)
        }
        let key = try unsafe demand(parsed, "d2i_PUBKEY")
        defer { unsafe EVP_PKEY_free(key) }  // the context keeps a reference of its own
        guard unsafe isP256(key) else { throw .wrongKey }
        let context = try unsafe demand(EVP_PKEY_CTX_new(key, nil), "EVP_PKEY_CTX_new")
        guard unsafe EVP_PKEY_verify_init(context) == 1 else {
            unsafe EVP_PKEY_CTX_free(context)
            clearErrorQueue()
            throw .failed("EVP_PKEY_verify_init")
        }
        unsafe raw = context
    }

    deinit { unsafe EVP_PKEY_CTX_free(raw) }

    borrowing func isValid(_ signature: [UInt8], _ digest: [UInt8]) -> Bool {
        let result = unsafe EVP_PKEY_verify(raw, signature, signature.count, digest, digest.count)
        if result != 1 { clearErrorQueue() }
        return result == 1
    }
}

func isP256(_ key: OpaquePointer) -> Bool {
    guard unsafe EVP_PKEY_is_a(key, "EC") == 1 else { return false }
    let nameBytesMax = 64
    var count = 0
    let name = unsafe [CChar](unsafeUninitializedCapacity: nameBytesMax) { buffer, initialized in
        let found = unsafe EVP_PKEY_get_group_name(key, buffer.baseAddress, nameBytesMax, &count) == 1
        initialized = found ? count : 0
    }
    return name.elementsEqual("prime256v1".utf8.map { CChar(bitPattern: $0) })
}
