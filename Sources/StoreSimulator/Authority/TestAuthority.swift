package import Crypto

internal import class FoundationEssentials.JSONEncoder

/// Signs proofs of purchase as the App Store does, under roots of its own that only development trusts.
package struct TestAuthority: Sendable {
    package let signedData: SigningChain
    package let receipts: SigningChain
    /// Under the root of `signedData`, with a leaf that has ended. Nil in folders made before there was one.
    let expired: SigningChain?

    package init(signedData: SigningChain, receipts: SigningChain, expired: SigningChain? = nil) {
        self.signedData = signedData
        self.receipts = receipts
        self.expired = expired
    }

    /// A new authority that lives as long as the process.
    package static func create() throws -> TestAuthority {
        let (signedData, expired) = try SigningChain.withExpired(SigningChain.Template.signedData)
        return TestAuthority(
            signedData: signedData, receipts: try SigningChain(SigningChain.Template.receipts), expired: expired)
    }

    /// What a development service must trust to believe this authority.
    package var rootFingerprints: Set<Fingerprint> { [signedData.rootFingerprint, receipts.rootFingerprint] }

    /// - Returns: the signed transaction as `jwsRepresentation` gives it.
    package func sign(_ transaction: SimulatedTransaction) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try sign(payload: Array(encoder.encode(transaction)))
    }

    /// Signs any claims, genuine or not.
    package func sign(payload: [UInt8]) throws(CryptoError) -> String {
        try signedData.signJWS(header: signedData.signedDataHeader, payload: payload)
    }

    /// Signs with a leaf that has ended long before.
    func signWithExpiredChain(payload: [UInt8]) throws(CryptoError) -> String {
        var ended = SigningChain.Template.signedData
        ended.leafSeconds = SigningChain.Template.endedSeconds
        let chain = if let expired { expired } else { try SigningChain(ended) }
        return try chain.signJWS(header: chain.signedDataHeader, payload: payload)
    }

    /// - Returns: base64 of the receipt.
    package func makeReceipt(_ receipt: SimulatedReceipt) throws(CryptoError) -> String {
        try makeReceipt(payload: receipt.payload)
    }

    /// Signs any content, genuine or not.
    package func makeReceipt(
        payload: [UInt8], withSHA1: Bool = false, signedAttributes: Bool = false
    ) throws(CryptoError) -> String {
        let signed = try SignedMessage.sign(
            payload, signer: receipts.certificates[0], PrivateKey(der: receipts.leafKey),
            certificates: Array(receipts.certificates[1...]), withSHA1: withSHA1, signedAttributes: signedAttributes)
        return Base64.encode(signed, .standard)
    }
}
