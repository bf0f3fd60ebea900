internal import COpenSSL

/// One X.509 certificate, read from DER. Reading proves nothing: `CertificateChain` does.
@safe package struct X509Certificate: ~Copyable {
    package let der: [UInt8]
    private let raw: OpaquePointer

    /// - Throws: `.malformed` if the bytes are not exactly one certificate.
    package init(der: [UInt8]) throws(CryptoError) {
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress
            let parsed = unsafe d2i_X509(nil, &cursor, buffer.count)
            if let start = buffer.baseAddress, let end = unsafe cursor { consumed = unsafe end - start }
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else {
            clearErrorQueue()
            throw .malformed
        }
        guard consumed == der.count else {
            unsafe X509_free(parsed)
            throw .malformed
        }
        self.der = der
        unsafe raw = parsed
    }

    deinit { unsafe X509_free(raw) }

    package var fingerprint: Fingerprint { Fingerprint(ofCertificate: der) }

    /// Lends the C object; it must not be kept.
    borrowing func withRaw<Result, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(raw)
    }

    /// Whether an extension with this object identifier (`1.2.840…`) is there, whatever it holds.
    package func hasExtension(_ identifier: String) -> Bool {
        guard let object = unsafe OBJ_txt2obj(identifier, 1) else {
            clearErrorQueue()
            return false
        }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe X509_get_ext_by_OBJ(raw, object, -1) >= 0
    }

    /// Whether it may sign other certificates: basicConstraints CA, and keyUsage if there.
    package var isAuthority: Bool { unsafe X509_check_ca(raw) == 1 }

    /// The subject's public key as DER (SubjectPublicKeyInfo, RFC 5280, 4.1.2.7).
    package func publicKeyInfo() throws(CryptoError) -> [UInt8] {
        try unsafe encoded("i2d_X509_PUBKEY") { unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(raw), $0) }
    }

    /// First and last second of its validity, since 1970 UTC. As OpenSSL compares times, the certificate has ended in
    /// the very second of `notAfter`; RFC 5280 would still let that one pass.
    package func validitySeconds() throws(CryptoError) -> ClosedRange<Int64> {
        let from = try unsafe seconds(X509_get0_notBefore(raw))
        let until = try unsafe seconds(X509_get0_notAfter(raw))
        guard from < until else { throw .malformed }
        return from...until - 1
    }

    private func seconds(_ time: UnsafePointer<ASN1_TIME>?) throws(CryptoError) -> Int64 {
        var days: Int32 = 0
        var rest: Int32 = 0
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { throw .failed("ASN1_TIME_set") }
        defer { unsafe ASN1_TIME_free(epoch) }
        guard unsafe ASN1_TIME_diff(&days, &rest, epoch, time) == 1 else {
            clearErrorQueue()
            throw .malformed
        }
        return Int64(days) * secondsPerDay + Int64(rest)
    }
}

private let secondsPerDay: Int64 = 86_400
