internal import COpenSSL

/// What a certificate to be issued says. For the store simulator and tests: nobody else issues certificates.
package struct CertificateTemplate: Sendable {
    package var commonName: String
    /// Seconds since 1970 UTC, both inside.
    package var validSeconds: ClosedRange<Int64>
    package var isAuthority: Bool
    /// Extensions with the value NULL, by which Apple marks what a certificate is for.
    package var markers: [String]

    package init(commonName: String, validSeconds: ClosedRange<Int64>, isAuthority: Bool, markers: [String] = []) {
        self.commonName = commonName
        self.validSeconds = validSeconds
        self.isAuthority = isAuthority
        self.markers = markers
    }

    /// Issues the certificate for `key`.
    ///
    /// - Parameters:
    ///   - issuer: the issuer's certificate; nil makes a root, which signs itself.
    ///   - issuerKey: signs, with SHA-256.
    /// - Returns: DER.
    package func issue(
        for key: borrowing PrivateKey, by issuer: [UInt8]?, _ issuerKey: borrowing PrivateKey
    ) throws(CryptoError) -> [UInt8] {
        let certificate = try unsafe demand(X509_new(), "X509_new")
        defer { unsafe X509_free(certificate) }
        try unsafe fill(certificate, key)
        if let issuer {
            let issuer = try X509Certificate(der: issuer)
            try unsafe issuer.withRaw { (raw) throws(CryptoError) in
                try demand(unsafe X509_set_issuer_name(certificate, X509_get_subject_name(raw)), "issuer")
                try unsafe addExtensions(to: certificate, issuer: raw)
            }
        } else {
            try demand(unsafe X509_set_issuer_name(certificate, X509_get_subject_name(certificate)), "issuer")
            try unsafe addExtensions(to: certificate, issuer: certificate)
        }
        let signed = unsafe issuerKey.withRaw { unsafe X509_sign(certificate, $0, EVP_sha256()) }
        guard signed > 0 else { throw .failed("X509_sign") }
        return try unsafe encoded("i2d_X509") { unsafe i2d_X509(certificate, $0) }
    }

    private func fill(_ certificate: OpaquePointer, _ key: borrowing PrivateKey) throws(CryptoError) {
        let versionThree = 2
        try demand(unsafe X509_set_version(certificate, versionThree), "version")
        let serial = Int(randomBytes(7).reduce(0) { $0 << 8 | UInt64($1) })
        try demand(unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial), "serial")
        let name = unsafe X509_get_subject_name(certificate)
        let text = Array(commonName.utf8)
        let added = unsafe X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, text, Int32(text.count), -1, 0)
        try demand(added, "name")
        _ = unsafe ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(validSeconds.lowerBound))
        _ = unsafe ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(validSeconds.upperBound))
        try demand(unsafe key.withRaw { unsafe X509_set_pubkey(certificate, $0) }, "X509_set_pubkey")
    }

    private func addExtensions(to certificate: OpaquePointer, issuer: OpaquePointer) throws(CryptoError) {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
        let extensions: [(Int32, String)] = [
            (NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "critical,CA:FALSE"),
            (NID_key_usage, isAuthority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature"),
            (NID_subject_key_identifier, "hash"),
            (NID_authority_key_identifier, "keyid:always"),
        ]
        for (identifier, value) in extensions {
            let made = try unsafe demand(X509V3_EXT_conf_nid(nil, &context, identifier, value), "X509V3_EXT_conf")
            defer { unsafe X509_EXTENSION_free(made) }
            try demand(unsafe X509_add_ext(certificate, made, -1), "X509_add_ext")
        }
        for marker in markers { try unsafe add(marker, to: certificate) }
    }

    private func add(_ marker: String, to certificate: OpaquePointer) throws(CryptoError) {
        let object = try unsafe demand(OBJ_txt2obj(marker, 1), "OBJ_txt2obj")
        defer { unsafe ASN1_OBJECT_free(object) }
        guard let value = unsafe ASN1_OCTET_STRING_new() else { throw .failed("ASN1_OCTET_STRING_new") }
        defer { unsafe ASN1_OCTET_STRING_free(value) }
        let null: [UInt8] = [0x05, 0x00]
        try demand(unsafe ASN1_OCTET_STRING_set(value, null, Int32(null.count)), "marker")
        let made = try unsafe demand(X509_EXTENSION_create_by_OBJ(nil, object, 0, value), "marker")
        defer { unsafe X509_EXTENSION_free(made) }
        try demand(unsafe X509_add_ext(certificate, made, -1), "X509_add_ext")
    }
}
