import Crypto
import Foundation
import StoreSimulator
import Synchronization

/// An App Store of the tests' own: signs purchases that a development service believes.
final class TestStore: Sendable {
    static let bundle = "com.example.courses"

    let authority: TestAuthority
    private let numbers = Mutex(0)
    private static let firstTransaction = 2_000_000_000_000_000

    init() throws { authority = try TestAuthority.create() }

    func nextTransaction() -> String {
        numbers.withLock { number in
            number += 1
            return String(Self.firstTransaction + number)
        }
    }

    /// A signed purchase of one pack of `coins` (100, 200, 500 or 1000).
    func purchase(coins: Int, transaction: String? = nil, token: String? = nil) throws -> String {
        try authority.sign(
            SimulatedTransaction(
                transactionID: transaction ?? nextTransaction(), bundleID: Self.bundle,
                productID: "com.example.coins.\(coins)", environment: "Production", appAccountToken: token,
                atMs: Int64(Date().timeIntervalSince1970) * 1_000))
    }

    /// The body by which Apple tells of a signed purchase.
    func notification(_ type: String, about purchase: String) throws -> String {
        let payload = """
            {"notificationType":"\(type)","notificationUUID":"\(UUID().uuidString)","version":"2.0",\
            "signedDate":\(Int64(Date().timeIntervalSince1970) * 1_000),"data":{"appAppleId":1234567890,\
            "bundleId":"\(Self.bundle)","environment":"Production","signedTransactionInfo":"\(purchase)"}}
            """
        return #"{"signedPayload":"\#(try authority.sign(payload: Array(payload.utf8)))"}"#
    }

    /// A PEM file with the roots.
    func writeRoots(to path: String) throws { try Self.writeRoots(of: authority, to: path) }

    static func writeRoots(of authority: TestAuthority, to path: String) throws {
        let text = authority.rootCertificates.map { der in
            let base64 = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        }
        try Data(text.joined().utf8).write(to: URL(filePath: path))
    }
}
