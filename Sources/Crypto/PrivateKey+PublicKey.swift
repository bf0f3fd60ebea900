internal import COpenSSL

extension PrivateKey {
    /// The public half as DER (SubjectPublicKeyInfo, RFC 5280, 4.1.2.7).
    package borrowing func publicKeyInfo() throws(CryptoError) -> [UInt8] {
        try unsafe withRaw { (raw) throws(CryptoError) in
            try unsafe encoded("i2d_PUBKEY") { unsafe i2d_PUBKEY(raw, $0) }
        }
    }
}
