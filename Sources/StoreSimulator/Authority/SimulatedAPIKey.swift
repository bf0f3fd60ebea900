internal import Crypto
internal import Foundation

/// The In-App Purchase key by which a developer's server says who it is.
package struct SimulatedAPIKey: Codable, Sendable {
    package let keyID: String
    package let issuerID: String
    /// PKCS#8 in PEM, as the `.p8` file that Apple lets developers download once.
    package let privateKeyPEM: String

    package init(keyID: String, issuerID: String, privateKeyPEM: String) {
        self.keyID = keyID
        self.issuerID = issuerID
        self.privateKeyPEM = privateKeyPEM
    }

    /// A new one.
    package static func create() throws -> SimulatedAPIKey {
        let key = try PrivateKey(generating: .p256)
        let idBytes = 5
        return SimulatedAPIKey(
            keyID: randomBytes(idBytes).map(hexadecimal).joined().uppercased(),
            issuerID: UUID().uuidString.lowercased(), privateKeyPEM: KeyEncoding.pem(sec1: try key.der()))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let radix = 16
        let text = String(byte, radix: radix)
        return byte < radix ? "0" + text : text
    }

    /// DER of the public half, by which tokens are checked.
    func publicKeyInfo() throws -> [UInt8] {
        try PrivateKey(der: KeyEncoding.der(pem: privateKeyPEM)).publicKeyInfo()
    }

    // In a folder.

    private static let name = "api-key.json"
    private static let secretMode = 0o600

    /// The path of the `.p8` file beside it.
    package func path(in folder: String) -> String { "\(folder)/AuthKey_\(keyID).p8" }

    static func loadOrCreate(in folder: String) throws -> SimulatedAPIKey {
        let path = folder + "/" + name
        if let data = FileManager.default.contents(atPath: path) {
            return try JSONDecoder().decode(SimulatedAPIKey.self, from: data)
        }
        let key = try create()
        try write(try JSONEncoder().encode(key), to: path)
        try write(Data(key.privateKeyPEM.utf8), to: key.path(in: folder))
        return key
    }

    private static func write(_ data: Data, to path: String) throws {
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: data, attributes: [.posixPermissions: secretMode])
        guard isWritten else { throw TestAuthority.FileError(path: path, what: "cannot write") }
    }
}
