import AppStore
import Crypto
import Foundation
import Gzip
import StoreSimulator
import WalletDomain

/// Tries the readers of what strangers send, under libFuzzer: `scripts/fuzz-parsers`. A crash is a finding; so is a
/// purchase out of bytes that nobody signed.
///
/// Each reader gets the input twice: as it is, and signed by an authority that the verifier trusts, so that what lies
/// behind the signature is reached as well.
enum Parser: String, CaseIterable {
    case transaction, receipt, notification, report

    func run(_ input: [UInt8]) throws {
        let now = Instant(milliseconds: 1_790_000_000_000)
        let text = String(decoding: input, as: UTF8.self)
        switch self {
        case .transaction:
            mustNotPass { try Self.proofs.verify(.signedTransaction(text), now: now) }
            let token = try Self.authority.sign(payload: input)
            ignoreRefusal { _ = try Self.proofs.verify(.signedTransaction(token), now: now) }
        case .receipt:
            mustNotPass { try Self.proofs.verify(.receipt(text), now: now) }
            mustNotPass { try Self.proofs.verify(.receipt(Base64.encode(input, .standard)), now: now) }
            let receipt = try Self.authority.makeReceipt(payload: input)
            ignoreRefusal { _ = try Self.proofs.verify(.receipt(receipt), now: now) }
        case .notification:
            ignoreRefusal { _ = try NotificationBody(input) }
            ignoreRefusal {
                let object = try JSONObject(parsing: input)
                _ = try LegacyNotification(object, sharedSecret: Self.secret, Self.settings)
            }
            let token = try Self.authority.sign(payload: Self.nesting(text))
            ignoreRefusal { _ = try Self.notifications.verify(token, now: now) }
        case .report:
            ignoreRefusal { _ = try AppleReport.read(input).summed }
            ignoreRefusal {
                let bytes = try GzipReader.unpack(input, bytesMax: Limits.appleReportUnpackedBytesMax)
                _ = try AppleReport.read(bytes).summed
            }
        }
    }

    private static let bundle = "com.example.courses"
    private static let secret = Secret(Array("secret".utf8))
    private static let authority = makeAuthority()
    private static let settings = AppStoreSettings(
        appIDs: [bundle: nil], anchors: TrustAnchors.apple.adding(authority.rootFingerprints))
    private static let proofs = ProofVerifier(settings)
    private static let notifications = NotificationVerifier(settings)

    private static func makeAuthority() -> TestAuthority {
        do { return try TestAuthority.create() } catch { preconditionFailure("no authority: \(error)") }
    }

    /// `@{…}@` inside a notification stands for a signed transaction: its text is signed before the notification is.
    private static func nesting(_ text: String) -> [UInt8] {
        guard let start = text.range(of: "@{"), let end = text.range(of: "}@"), start.upperBound <= end.lowerBound,
            let token = try? authority.sign(payload: Array("{\(text[start.upperBound..<end.lowerBound])}".utf8))
        else { return Array(text.utf8) }
        return Array((text[..<start.lowerBound] + token + text[end.upperBound...]).utf8)
    }

    private func mustNotPass(_ verify: () throws -> [Purchase]) {
        guard (try? verify()) != nil else { return }
        preconditionFailure("\(rawValue): something that nobody signed was believed")
    }

    /// A refusal is what most input deserves.
    private func ignoreRefusal(_ read: () throws -> Void) { do { try read() } catch {} }
}

/// Chosen by `COFFER_FUZZ_PARSER`.
private let parser: Parser = {
    let name = ProcessInfo.processInfo.environment["COFFER_FUZZ_PARSER"] ?? ""
    guard let parser = Parser(rawValue: name) else {
        preconditionFailure("COFFER_FUZZ_PARSER is one of \(Parser.allCases.map(\.rawValue))")
    }
    return parser
}()

/// What libFuzzer calls; its library brings `main`.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try parser.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        preconditionFailure("the harness could not sign: \(error)")
    }
    return 0
}
