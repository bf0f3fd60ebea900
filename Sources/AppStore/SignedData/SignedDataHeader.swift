internal import Crypto
internal import WalletDomain

/// The header of Apple's signed data: ES256 and exactly three certificates.
///
/// Other members are never looked at: a key that the token itself offers (`jwk`, `jku`, `kid`, `x5u`) proves nothing.
/// Source: RFC 7515, 4.1; Apple, "JWSDecodedHeader".
struct SignedDataHeader {
    /// DER of leaf, intermediate and root.
    let certificates: [[UInt8]]

    init(_ bytes: [UInt8]) throws(ProofError) {
        do throws(JSONError) {
            let header = try JSONObject(parsing: bytes)
            guard header["alg"] == .text("ES256") else { throw JSONError.wrongType("alg", expected: .text) }
            guard header["crit"] == nil else { throw JSONError.unknownMember("crit") }
            certificates = try header.array("x5c").map { (value) throws(JSONError) in
                guard case .text(let text) = value, let der = Base64.decode(text, .standard) else {
                    throw .wrongType("x5c", expected: .text)
                }
                return der
            }
        } catch {
            throw .invalidSignature(Self.fault(error))
        }
        guard certificates.count == 3 else { throw .invalidSignature(.certificates) }
    }

    private static func fault(_ error: JSONError) -> ProofFault {
        switch error {
        case .wrongType("alg", _): .algorithm
        case .missing("x5c"), .wrongType("x5c", _): .certificates
        default: .header  // whatever else is wrong with a header is one fault to us
        }
    }
}
