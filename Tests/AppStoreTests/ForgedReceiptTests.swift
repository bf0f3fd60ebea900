import AppStore
import Crypto
import StoreSimulator
import Testing
import WalletDomain

@Suite struct ForgedReceiptTests {
    private let authority = Forge.authority
    private let verifier = ReceiptVerifier(Forge.settings)

    private func receipt(_ change: (inout SimulatedReceipt) -> Void = { _ in }) -> SimulatedReceipt {
        let entry = SimulatedReceipt.Entry(
            productID: "coins_500", transactionID: "2000000000000009", purchaseDate: "2026-11-10T10:00:00Z", quantity: 3
        )
        var receipt = SimulatedReceipt(
            bundleID: Forge.bundleID, creationDate: "2026-11-10T10:00:05Z", entries: [entry])
        change(&receipt)
        return receipt
    }

    private func fault(_ text: String, now: Instant = Forge.now) -> ProofError? {
        do throws(ProofError) {
            _ = try verifier.verify(text, now: now)
            return nil
        } catch {
            return error
        }
    }

    private func fault(_ change: (inout SimulatedReceipt) -> Void) throws -> ProofError? {
        fault(try authority.makeReceipt(receipt(change)))
    }

    private func sign(_ chain: SigningChain, embedding certificates: [[UInt8]]) throws -> String {
        Base64.encode(
            try SignedMessage.sign(
                receipt().payload, signer: chain.certificates[0], PrivateKey(der: chain.leafKey),
                certificates: certificates), .standard)
    }

    @Test("the control is genuine in every way of signing that Apple used", arguments: [false, true], [false, true])
    func control(withSHA1: Bool, signedAttributes: Bool) throws {
        let text = try authority.makeReceipt(
            payload: receipt().payload, withSHA1: withSHA1, signedAttributes: signedAttributes)
        let verified = try verifier.verify(text, now: Forge.now)
        #expect(verified.environment == .sandbox && verified.bundleID == Forge.bundleID)
        let purchase = try #require(verified.purchases.first)
        #expect(verified.purchases.count == 1)
        #expect(purchase.quantity == 3 && purchase.kind == .consumable && purchase.productID == "coins_500")
        #expect(purchase.transactionID.text == "2000000000000009")
        #expect(purchase.purchasedAt == Instant(milliseconds: 1_794_304_800_000))
        #expect(purchase.signedAt == Instant(milliseconds: 1_794_304_805_000))
    }

    @Test("the environment follows from the type of receipt")
    func environments() throws {
        let types: [(String, StoreEnvironment?)] = [
            ("Production", .production), ("ProductionVPP", .production), ("ProductionSandbox", .sandbox),
            ("ProductionVPPSandbox", .sandbox), ("Xcode", nil), ("", nil), ("Sandbox", nil),
        ]
        for (type, environment) in types {
            let text = try authority.makeReceipt(receipt { $0.receiptType = type })
            #expect((try? verifier.verify(text, now: Forge.now))?.environment == environment)
            if environment == nil { #expect(fault(text) == .wrongEnvironment) }
        }
    }

    @Test("another app, no date, a bad date, or a date ahead of our clock")
    func ownAttributes() throws {
        #expect(try fault { $0.bundleID = "com.other.app" } == .wrongApp)
        #expect(try fault { $0.bundleID = "" } == .invalidSignature(.claim("2")))
        for date in ["", "2026-11-10", "2026-13-10T10:00:00Z", "2026-11-10T10:00:00+00:00", "yesterday at noon !!"] {
            #expect(try fault { $0.creationDate = date } == .invalidSignature(.claim("12")))
        }
        let text = try authority.makeReceipt(receipt())
        let created = Instant(milliseconds: 1_794_304_805_000)
        #expect(fault(text, now: created.adding(milliseconds: -Limits.receiptAheadMs)) == nil)
        #expect(fault(text, now: created.adding(milliseconds: -Limits.receiptAheadMs - 1)) == .clockAhead)
    }

    @Test("entries: impossible quantities are held, refunds are seen, an entry without id spoils the receipt")
    func entries() throws {
        for quantity: Int64 in [0, -5, 11, .max] {
            let text = try authority.makeReceipt(receipt { $0.entries[0].quantity = quantity })
            #expect(try verifier.verify(text, now: Forge.now).purchases.map(\.quantity) == [nil])
        }
        let refunded = try authority.makeReceipt(receipt { $0.entries[0].cancellationDate = "2026-11-10T10:00:03Z" })
        #expect(try verifier.verify(refunded, now: Forge.now).purchases.first?.revocation?.isFull == true)
        #expect(try fault { $0.entries[0].transactionID = "" } == .invalidSignature(.claim("1703")))
        #expect(try fault { $0.entries[0].cancellationDate = "soon" } == .invalidSignature(.claim("1712")))
        #expect(try fault { $0.entries[0].productID = "" } == .invalidSignature(.claim("1702")))
    }

    @Test("no entry is nothing to credit, the same entry twice is one")
    func counts() throws {
        let empty = try authority.makeReceipt(receipt { $0.entries = [] })
        #expect(try verifier.verify(empty, now: Forge.now).purchases.isEmpty)
        let twice = try authority.makeReceipt(receipt { $0.entries += $0.entries })
        #expect(try verifier.verify(twice, now: Forge.now).purchases.count == 1)
    }

    @Test("V-7: the entry of the app's own download is no purchase")
    func download() throws {
        let own = try authority.makeReceipt(
            receipt {
                var download = $0.entries[0]
                download.productID = Forge.bundleID
                download.transactionID = "1"
                $0.entries.insert(download, at: 0)
            })
        #expect(try verifier.verify(own, now: Forge.now).purchases.map(\.productID) == ["coins_500"])
    }

    @Test("a stranger's chain, whatever certificates it embeds")
    func strangers() throws {
        let own = authority.receipts
        let stranger = Forge.stranger.receipts
        #expect(fault(try sign(own, embedding: Array(own.certificates[1...]))) == nil)
        #expect(fault(try sign(stranger, embedding: Array(stranger.certificates[1...]))) == .invalidSignature(.root))
        #expect(fault(try sign(stranger, embedding: Array(own.certificates[1...]))) != nil)
        #expect(fault(try sign(stranger, embedding: own.certificates)) == .invalidSignature(.certificates))
        #expect(fault(try sign(own, embedding: [own.certificates[1]])) == .invalidSignature(.certificates))
        #expect(fault(try sign(own, embedding: [])) == .invalidSignature(.certificates))
    }

    @Test("the signer must carry the marker, not just some certificate inside")
    func markers() throws {
        var template = SigningChain.Template.receipts
        template.leafMarkers = ["1.2.840.113635.100.6.1.2"]
        let chain = try SigningChain(template)
        let text = try TestAuthority(signedData: chain, receipts: chain).makeReceipt(receipt())
        let verifier = ReceiptVerifier(Forge.settings(trusting: chain))
        #expect(throws: ProofError.invalidSignature(.markerMissing)) { try verifier.verify(text, now: Forge.now) }
    }

    @Test("roots for signed data and for receipts are two sets")
    func rootsAreSeparate() {
        #expect(TrustAnchors.apple.signedData.isDisjoint(with: TrustAnchors.apple.receipts))
        #expect(TrustAnchors.apple.signedData.count == 1 && TrustAnchors.apple.receipts.count == 1)
        #expect(TrustAnchors.apple.extra.isEmpty)
    }
}
