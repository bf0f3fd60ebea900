import AppStore
import Crypto
import Testing
import WalletDomain

/// Certificates as Apple published them: read, dated, marked and pinned as they must be.
enum FixtureCertificates {
    /// Apple's marker of the leaf that signs, and of the intermediate above it.
    private static let markers = ["1.2.840.113635.100.6.11.1", "1.2.840.113635.100.6.2.1"]

    /// Pinned for what it signs: G3 for signed data, the first one for receipts. G2 signs neither.
    static func root(_ row: Fixtures.Row) throws {
        let certificate = try certificate(row)
        let (isAuthority, fingerprint) = (certificate.isAuthority, certificate.fingerprint)
        #expect(isAuthority)
        let anchors = TrustAnchors.apple
        #expect(anchors.signedData.contains(fingerprint) == (row.path == "roots/AppleRootCA-G3.cer"))
        #expect(anchors.receipts.contains(fingerprint) == (row.path == "roots/AppleIncRootCertificate.cer"))
        #expect(anchors.extra.isEmpty)
    }

    static func intermediate(_ row: Fixtures.Row) throws {
        let isAuthority = try certificate(row).isAuthority
        #expect(isAuthority)
    }

    /// The real chain, from the published files alone, holds for the whole life of the leaf and not a second longer.
    static func leaf(_ row: Fixtures.Row) throws {
        let leaf = try certificate(row)
        let isAuthority = leaf.isAuthority
        #expect(!isAuthority)
        let isReceipts = row.path.contains("receipt-leaf")
        let intermediate = try certificate(
            Fixtures.row(isReceipts ? "chains/AppleWWDRCA-G5.cer" : "chains/AppleWWDRCA-G6.cer"))
        let root = try certificate(
            Fixtures.row(isReceipts ? "roots/AppleIncRootCertificate.cer" : "roots/AppleRootCA-G3.cer"))
        let policy = ChainPolicy(
            roots: isReceipts ? TrustAnchors.apple.receipts : TrustAnchors.apple.signedData, leafMarker: markers[0],
            intermediateMarker: markers[1], securityLevel: isReceipts ? 0 : 2)
        let life = try leaf.validitySeconds()
        for seconds in [life.lowerBound, life.upperBound] {
            let common = try CertificateChain.verify(
                leaf: leaf, intermediate: intermediate, root: root, policy, at: seconds)
            #expect(common == life)
        }
        for seconds in [life.lowerBound - 1, life.upperBound + 1] {
            var isRefused = false
            do throws(ChainError) {
                _ = try CertificateChain.verify(
                    leaf: leaf, intermediate: intermediate, root: root, policy, at: seconds)
            } catch {
                isRefused = true
            }
            #expect(isRefused)
        }
    }

    private static func certificate(_ row: Fixtures.Row) throws -> X509Certificate {
        let certificate = try X509Certificate(der: row.bytes)
        let fingerprint = certificate.fingerprint.hex
        #expect(try fingerprint == row.expected.text("sha256"))
        let marked = markers.filter { certificate.hasExtension($0) }
        #expect(try marked.map { JSONValue.text($0) } == row.expected.array("apple_oids"))
        let life = try certificate.validitySeconds()
        #expect(try life.lowerBound == seconds(row, "not_before") && life.upperBound == seconds(row, "not_after") - 1)
        return certificate
    }

    private static func seconds(_ row: Fixtures.Row, _ name: String) throws -> Int64 {
        let text = try row.expected.text(name).replacing("+00:00", with: "Z")
        return try #require(Instant(text: text)).milliseconds / 1_000
    }
}
