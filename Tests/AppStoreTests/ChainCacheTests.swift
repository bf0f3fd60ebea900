import AppStore
import Crypto
import StoreSimulator
import Testing
import WalletDomain

@Suite struct ChainCacheTests {
    private let seconds = Forge.now.milliseconds / 1_000

    private func token(_ chain: SigningChain, signedSeconds: Int64) throws -> [UInt8] {
        let transaction = Forge.transaction { $0.signedDate = signedSeconds * 1_000 }
        return Array(try chain.signJWS(header: chain.signedDataHeader, payload: Forge.payload(transaction)).utf8)
    }

    @Test("a known chain counts only while its certificates were valid, at both edges")
    func edges() throws {
        let chain = try Forge.chain { $0.leafSeconds = (seconds - 1_000)...seconds }
        let verifier = SignedDataVerifier(roots: [chain.rootFingerprint])
        func isGenuine(_ signedSeconds: Int64) throws -> Bool {
            (try? verifier.verify(token(chain, signedSeconds: signedSeconds), now: Forge.now)) != nil
        }
        #expect(try isGenuine(seconds - 500))
        #expect(verifier.knownChainsCount == 1)
        #expect(try isGenuine(seconds - 1_000))
        #expect(try isGenuine(seconds - 1))
        #expect(try !isGenuine(seconds - 1_001))
        #expect(try !isGenuine(seconds))
        #expect(verifier.knownChainsCount == 1)
    }

    @Test("a known header does not make a signature good, and a bad signature makes no header known")
    func signatures() throws {
        let chain = Forge.authority.signedData
        let verifier = SignedDataVerifier(roots: [chain.rootFingerprint])
        let good = try token(chain, signedSeconds: seconds)
        var bad = good
        let middle = good.count - 40
        bad[middle] = bad[middle] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(throws: ProofError.invalidSignature(.signature)) { try verifier.verify(bad, now: Forge.now) }
        #expect(verifier.knownChainsCount == 0)
        #expect(throws: Never.self) { try verifier.verify(good, now: Forge.now) }
        #expect(throws: ProofError.invalidSignature(.signature)) { try verifier.verify(bad, now: Forge.now) }
        #expect(verifier.knownChainsCount == 1)
    }

    @Test("verifiers with other roots know nothing of each other")
    func separation() throws {
        let chain = Forge.authority.signedData
        let good = try token(chain, signedSeconds: seconds)
        let trusting = SignedDataVerifier(roots: [chain.rootFingerprint])
        let apple = SignedDataVerifier(roots: TrustAnchors.apple.signedData)
        #expect(throws: Never.self) { try trusting.verify(good, now: Forge.now) }
        #expect(throws: ProofError.invalidSignature(.root)) { try apple.verify(good, now: Forge.now) }
    }

    @Test("the cache is bounded, and what was pushed out still verifies")
    func bound() throws {
        let chain = Forge.authority.signedData
        let verifier = SignedDataVerifier(roots: [chain.rootFingerprint])
        let tokens = try (0...Limits.verifiedChainsMax).map { number in
            let header = Forge.header(x5c: Forge.quoted(chain.certificates), more: "\"kid\":\"\(number)\"")
            return Array(try chain.signJWS(header: header, payload: Forge.payload()).utf8)
        }
        for token in tokens + tokens { #expect(throws: Never.self) { try verifier.verify(token, now: Forge.now) } }
        #expect(verifier.knownChainsCount == Limits.verifiedChainsMax)
    }

    @Test("many tasks verify with one key at once")
    func concurrency() async throws {
        let chain = Forge.authority.signedData
        let verifier = SignedDataVerifier(roots: [chain.rootFingerprint])
        let good = try token(chain, signedSeconds: seconds)
        var bad = good
        bad[good.count - 40] ^= 1
        let wrong = await withTaskGroup(of: Int.self) { group in
            for index in 0..<64 {
                let isGood = index.isMultiple(of: 2)
                let token = isGood ? good : bad
                group.addTask { ((try? verifier.verify(token, now: Forge.now)) != nil) == isGood ? 0 : 1 }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
