import Crypto
import Testing

@Suite struct SignedMessageTests {
    private let message: [UInt8]
    private let certificate: [UInt8]
    private let content = Array("what was bought".utf8)

    init() throws {
        let key = try PrivateKey(generating: .rsa2048)
        certificate = try CertificateTemplate(
            commonName: "Signer", validSeconds: 1_000_000_000...2_000_000_000, isAuthority: false
        ).issue(for: key, by: nil, key)
        message = try SignedMessage.sign(content, signer: certificate, key, certificates: [])
    }

    @Test("content, signer and certificates come out as they went in")
    func roundTrip() throws {
        let read = try SignedMessage(verifying: message)
        #expect(read.content == content && read.signer == certificate && read.certificates == [certificate])
    }

    @Test("no changed byte yields other content, another signer or a crash")
    func everyByte() {
        for index in message.indices {
            var changed = message
            changed[index] ^= 0x01
            let read = try? SignedMessage(verifying: changed)
            #expect(read == nil || read?.content == content)
        }
        for length in stride(from: 0, to: message.count, by: 7) {
            #expect(throws: SignedMessage.Failure.self) { try SignedMessage(verifying: Array(message[..<length])) }
        }
        #expect(throws: SignedMessage.Failure.malformed) { try SignedMessage(verifying: message + [0]) }
    }
}
