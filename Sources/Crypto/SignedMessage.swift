internal import COpenSSL

/// A PKCS#7 (CMS, RFC 5652) message whose signer signed its content. Who the signer is, is another question:
/// `CertificateChain` answers it.
package struct SignedMessage: Sendable {
    package let content: [UInt8]
    /// DER of the certificate whose key signed.
    package let signer: [UInt8]
    /// DER of every certificate in the message, the signer's among them.
    package let certificates: [[UInt8]]

    package enum Failure: Error, Equatable, Sendable {
        /// Not exactly one DER message with signed plain data in it.
        case malformed
        /// Not signed, signed more than once, or not by the key of a certificate inside.
        case signature
    }

    /// How deep a genuine message with its certificates nests is about ten; C parsers get no more than this.
    private static let depthMax = 24

    /// Reads the message and checks its one signature.
    package init(verifying der: [UInt8]) throws(Failure) {
        do throws(DERError) {
            try DERReader.checkWellFormed(der, depthMax: Self.depthMax)
        } catch {
            throw .malformed
        }
        defer { clearErrorQueue() }
        let parsed = unsafe der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress
            return unsafe d2i_CMS_ContentInfo(nil, &cursor, buffer.count)
        }
        guard let message = unsafe parsed else { throw .malformed }
        defer { unsafe CMS_ContentInfo_free(message) }
        guard unsafe OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed,
            unsafe OBJ_obj2nid(CMS_get0_eContentType(message)) == NID_pkcs7_data
        else { throw .malformed }
        guard unsafe coffer_cms_signer_count(message) == 1 else { throw .signature }
        content = try unsafe verifiedContent(message)
        signer = try unsafe signerCertificate(message)
        certificates = try unsafe embeddedCertificates(message)
    }

    /// Signs `content` as a receipt is signed: content inside, certificates beside it.
    ///
    /// - Parameters:
    ///   - withSHA1: as receipts were until 2023.
    ///   - certificates: DER of what to embed besides the signer's.
    package static func sign(
        _ content: [UInt8], signer: [UInt8], _ key: borrowing PrivateKey, certificates: [[UInt8]],
        withSHA1: Bool = false, signedAttributes: Bool = false
    ) throws(CryptoError) -> [UInt8] {
        let flags = UInt32(CMS_BINARY | CMS_PARTIAL | (signedAttributes ? 0 : CMS_NOATTR))
        let data = try unsafe demand(BIO_new_mem_buf(content, Int32(content.count)), "BIO_new_mem_buf")
        defer { unsafe BIO_free(data) }
        let message = try unsafe demand(CMS_sign(nil, nil, nil, nil, flags), "CMS_sign")
        defer { unsafe CMS_ContentInfo_free(message) }
        let digest = unsafe withSHA1 ? EVP_sha1() : EVP_sha256()
        let certificate = try X509Certificate(der: signer)
        let added = unsafe certificate.withRaw { raw in
            unsafe key.withRaw { unsafe CMS_add1_signer(message, raw, $0, digest, flags) }
        }
        _ = try unsafe demand(added, "CMS_add1_signer")
        for der in certificates {
            let embedded = try X509Certificate(der: der)
            try demand(unsafe embedded.withRaw { unsafe CMS_add1_cert(message, $0) }, "CMS_add1_cert")
        }
        try demand(unsafe CMS_final(message, data, nil, flags), "CMS_final")
        return try unsafe encoded("i2d_CMS") { unsafe i2d_CMS_ContentInfo(message, $0) }
    }
}

private func verifiedContent(_ message: OpaquePointer) throws(SignedMessage.Failure) -> [UInt8] {
    guard let output = unsafe BIO_new(BIO_s_mem()) else { throw .malformed }
    defer { unsafe BIO_free(output) }
    let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
    guard unsafe CMS_verify(message, nil, nil, nil, output, flags) == 1 else { throw .signature }
    var start: UnsafeMutablePointer<CChar>?
    let count = unsafe coffer_bio_memory(output, &start)
    guard let start = unsafe start, count > 0 else { throw .malformed }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
}

private func signerCertificate(_ message: OpaquePointer) throws(SignedMessage.Failure) -> [UInt8] {
    guard let signers = unsafe CMS_get0_signers(message) else { throw .signature }
    defer { unsafe coffer_x509_stack_free(signers) }
    guard unsafe coffer_x509_stack_count(signers) == 1 else { throw .signature }
    return try unsafe certificates(signers)[0]
}

private func embeddedCertificates(_ message: OpaquePointer) throws(SignedMessage.Failure) -> [[UInt8]] {
    guard let embedded = unsafe CMS_get1_certs(message) else { throw .signature }
    defer { unsafe coffer_x509_stack_free_all(embedded) }
    return try unsafe certificates(embedded)
}

private func certificates(_ stack: OpaquePointer) throws(SignedMessage.Failure) -> [[UInt8]] {
    var list: [[UInt8]] = []
    for index in 0..<(unsafe coffer_x509_stack_count(stack)) {
        do throws(CryptoError) {
            list.append(try unsafe encoded("i2d_X509") { unsafe i2d_X509(coffer_x509_stack_at(stack, index), $0) })
        } catch {
            throw .malformed
        }
    }
    return list
}
