import AppStore
import Crypto
import StoreSimulator
import Testing
import WalletDomain

/// Each token is wrong in one way; the control shows that nothing else is.
@Suite struct ForgedTransactionTests {
    private let chain = Forge.authority.signedData

    private func signed(_ header: [UInt8], _ chain: SigningChain? = nil) throws -> String {
        try (chain ?? self.chain).signJWS(header: header, payload: Forge.payload())
    }

    @Test("the unmodified control is genuine")
    func control() throws {
        #expect(Forge.fault(try signed(chain.signedDataHeader)) == nil)
        #expect(Forge.fault(try signed(Forge.header(x5c: Forge.quoted(chain.certificates)))) == nil)
        #expect(
            Forge.fault(try signed(Forge.header(x5c: Forge.quoted(chain.certificates), more: #""kid":"x""#))) == nil)
        #expect(Forge.fault(" \n" + (try signed(chain.signedDataHeader)) + "\r\n") == nil)
    }

    @Test("only ES256, named exactly so", arguments: ["none", "HS256", "ES384", "es256", "ES256 ", "RS256", ""])
    func algorithms(name: String) throws {
        let token = try signed(Forge.header(alg: name, x5c: Forge.quoted(chain.certificates)))
        #expect(Forge.fault(token) == .invalidSignature(.algorithm))
        let unsigned = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(Forge.fault(unsigned) == .invalidSignature(.algorithm))
    }

    @Test("no algorithm, or a MAC keyed with the leaf's public key")
    func keyConfusion() throws {
        #expect(
            Forge.fault(try signed(Forge.header(alg: nil, x5c: Forge.quoted(chain.certificates))))
                == .invalidSignature(.algorithm))
        let key = try X509Certificate(der: chain.certificates[0]).publicKeyInfo()
        let header = Forge.header(alg: "HS256", x5c: Forge.quoted(chain.certificates))
        let message = Base64.encode(header, .url) + "." + Base64.encode(try Forge.payload(), .url)
        let code = HMACSHA256.authenticate(Array(message.utf8), key: key)
        #expect(Forge.fault(message + "." + Base64.encode(code, .url)) == .invalidSignature(.algorithm))
    }

    @Test("a header that must be understood is refused", arguments: [#""crit":["exp"]"#, #""crit":[],"b64":false"#])
    func critical(more: String) throws {
        let token = try signed(Forge.header(x5c: Forge.quoted(chain.certificates), more: more))
        #expect(Forge.fault(token) == .invalidSignature(.header))
    }

    @Test("a key that the token offers itself is never used", arguments: ["jwk", "jku", "x5u", "kid"])
    func offeredKey(name: String) throws {
        let token = try signed(Forge.header(x5c: nil, more: "\"\(name)\":\"https://example.com\""))
        #expect(Forge.fault(token) == .invalidSignature(.certificates))
    }

    @Test("exactly three certificates, leaf first, in standard base64")
    func certificateLists() throws {
        let list = Forge.quoted(chain.certificates)
        let urls = chain.certificates.map { "\"\(Base64.encode($0, .url))\"" }
        let lists: [[String]] = [
            [], [list[0]], [list[0], list[1]], list + [list[2]], ["\"garbage\"", list[1], list[2]],
            [list[0], "\"\"", list[2]], ["1", "2", "3"], urls, [list[0] + " ", list[1], "null"],
            Forge.quoted(chain.certificates.map { $0 + [0] }),
        ]
        for list in lists {
            #expect(Forge.fault(try signed(Forge.header(x5c: list))) == .invalidSignature(.certificates))
        }
        #expect(Forge.fault(try signed(Forge.header(x5c: [list[1], list[0], list[2]]))) != nil)
        #expect(Forge.fault(try signed(Forge.header(x5c: [list[0], list[0], list[2]]))) != nil)
        #expect(Forge.fault(try signed(Forge.header(x5c: [list[2], list[1], list[0]]))) == .invalidSignature(.root))
        #expect(Forge.fault(try signed(Forge.header(x5c: [list[0], list[1], "\"AAAA\""]))) != nil)
    }

    @Test("a chain below a root that nobody pinned, also when a pinned one stands third")
    func strangers() throws {
        let stranger = Forge.stranger.signedData
        #expect(Forge.fault(try signed(stranger.signedDataHeader, stranger)) == .invalidSignature(.root))
        let dressed = Forge.quoted(Array(stranger.certificates[..<2]) + [chain.certificates[2]])
        guard case .invalidSignature(.chain) = Forge.fault(try signed(Forge.header(x5c: dressed), stranger)) else {
            Issue.record("a stranger's chain dressed with the pinned root must not form a chain")
            return
        }
        let mixed = Forge.quoted([stranger.certificates[0]] + chain.certificates[1...])
        #expect(Forge.fault(try signed(Forge.header(x5c: mixed), stranger)) != nil)
    }

    @Test("both markers are needed, on the right certificates")
    func markers() throws {
        let changes: [(inout SigningChain.Template) -> Void] = [
            { $0.leafMarkers = [] }, { $0.intermediateMarkers = [] },
            { $0.leafMarkers = ["1.2.840.113635.100.6.1.2"] },
            { $0.leafMarkers = ["1.2.840.113635.100.6.2.1"] },
            { swap(&$0.leafMarkers, &$0.intermediateMarkers) },
        ]
        for change in changes {
            let chain = try Forge.chain(change)
            let token = try signed(chain.signedDataHeader, chain)
            #expect(Forge.fault(token, Forge.settings(trusting: chain)) == .invalidSignature(.markerMissing))
        }
    }

    @Test("the intermediate must be an authority, the leaf's key on P-256")
    func kinds() throws {
        let notAuthority = try Forge.chain { $0.intermediateIsAuthority = false }
        let token = try signed(notAuthority.signedDataHeader, notAuthority)
        guard case .invalidSignature(.chain) = Forge.fault(token, Forge.settings(trusting: notAuthority)) else {
            Issue.record("an intermediate that is no authority must not form a chain")
            return
        }
        let rsa = try Forge.chain { $0.leafKey = .rsa2048 }
        let header = Base64.encode(rsa.signedDataHeader, .url)
        let unsigned = header + "." + Base64.encode(try Forge.payload(), .url) + "."
        let signature = Base64.encode([UInt8](repeating: 1, count: 64), .url)
        #expect(Forge.fault(unsigned + signature, Forge.settings(trusting: rsa)) == .invalidSignature(.leafKey))
        let larger = try Forge.chain { $0.leafKey = .p384 }
        let largerToken = Base64.encode(larger.signedDataHeader, .url) + unsigned.dropFirst(header.count) + signature
        #expect(Forge.fault(largerToken, Forge.settings(trusting: larger)) == .invalidSignature(.leafKey))
    }

    @Test("the certificates must be valid at the signing time, which may lie long ago")
    func validity() throws {
        let seconds = Forge.now.milliseconds / 1_000
        let cases: [(ClosedRange<Int64>, Bool)] = [
            (seconds...seconds + 100, true), (seconds - 100...seconds + 1, true), (seconds + 1...seconds + 100, false),
            (seconds - 100...seconds, false),
        ]
        for (range, isValid) in cases {
            let chain = try Forge.chain { $0.leafSeconds = range }
            let token = try signed(chain.signedDataHeader, chain)
            let years = Forge.now.adding(milliseconds: 10 * 365 * 86_400_000)
            #expect((Forge.fault(token, Forge.settings(trusting: chain), now: years) == nil) == isValid)
        }
    }
}
