import AppStore
import Crypto
import FoundationEssentials
import StoreSimulator
import WalletDomain

/// Makes genuine and forged proofs under test roots. Keys are made once for the whole run.
enum Forge {
    static let bundleID = "com.example.courses"
    static let now = Instant(milliseconds: 1_800_000_000_000)
    static let authority = made { try TestAuthority.create() }
    /// Shaped like the trusted one, but nobody pinned its root.
    static let stranger = made { try TestAuthority.create() }

    static let settings = AppStoreSettings(
        appIDs: [bundleID: nil], anchors: TrustAnchors.apple.adding(authority.rootFingerprints))

    static func settings(trusting chain: SigningChain) -> AppStoreSettings {
        AppStoreSettings(appIDs: [bundleID: nil], anchors: TrustAnchors.apple.adding([chain.rootFingerprint]))
    }

    /// A chain for signed data with one thing changed.
    static func chain(_ change: (inout SigningChain.Template) -> Void) throws -> SigningChain {
        var template = SigningChain.Template.signedData
        change(&template)
        return try SigningChain(template)
    }

    static func transaction(_ change: (inout SimulatedTransaction) -> Void = { _ in }) -> SimulatedTransaction {
        var transaction = SimulatedTransaction(
            transactionID: "2000000000000001", bundleID: bundleID, productID: "coins_500", atMs: now.milliseconds)
        change(&transaction)
        return transaction
    }

    static func payload(_ transaction: SimulatedTransaction = transaction()) throws -> [UInt8] {
        Array(try JSONEncoder().encode(transaction))
    }

    /// The claims with one member replaced by raw JSON, or removed.
    static func payload(_ name: String, _ json: String?) throws -> [UInt8] {
        var members = try JSONObject(parsing: payload()).members.filter { $0.name != name }.map { member in
            var writer = JSONWriter()
            writer.value(member.value)
            return "\"\(member.name)\":" + String(decoding: writer.bytes, as: UTF8.self)
        }
        if let json { members.append("\"\(name)\":\(json)") }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    /// A header with any algorithm and certificates, and whatever else.
    static func header(alg: String? = "ES256", x5c: [String]?, more: String = "") -> [UInt8] {
        var members = alg.map { ["\"alg\":\"\($0)\""] } ?? []
        if let x5c { members.append("\"x5c\":[\(x5c.joined(separator: ","))]") }
        if !more.isEmpty { members.append(more) }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    static func quoted(_ certificates: [[UInt8]]) -> [String] {
        certificates.map { "\"\(Base64.encode($0, .standard))\"" }
    }

    /// The error, or nil for a proof that holds.
    static func fault(_ token: String, _ settings: AppStoreSettings = settings, now: Instant = now) -> ProofError? {
        do throws(ProofError) {
            _ = try SignedTransactionVerifier(settings).verify(token, now: now)
            return nil
        } catch {
            return error
        }
    }

    static func purchase(payload: [UInt8]) throws -> Purchase {
        try SignedTransactionVerifier(settings).verify(authority.sign(payload: payload), now: now)
    }

    private static func made<Value>(_ make: () throws -> Value) -> Value {
        do { return try make() } catch { preconditionFailure("cannot make test keys: \(error)") }
    }
}
