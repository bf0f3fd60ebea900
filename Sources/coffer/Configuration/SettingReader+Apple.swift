internal import AppStore
internal import Foundation

/// Settings about calls to Apple.
extension SettingReader {
    /// What a path or a variable may hold: a key has 250 bytes.
    private static let secretBytesMax = 16 * 1_024

    /// - Parameter isNeeded: whether there must be a key.
    mutating func apple(isNeeded: Bool, allowsPlainHTTP: Bool) -> AppleConfig {
        AppleConfig(
            access: access(isNeeded: isNeeded), sharedSecret: sharedSecret(),
            addresses: AppleConfig.Addresses(
                productionAPI: webAddress(.appleAPIURL), sandboxAPI: webAddress(.appleAPISandboxURL),
                productionReceipts: webAddress(.appleReceiptURL),
                sandboxReceipts: webAddress(.appleReceiptSandboxURL)),
            allowsPlainHTTP: allowsPlainHTTP)
    }

    /// All or nothing: with one of them set, each that is missing is a problem of its own.
    private mutating func access(isNeeded: Bool) -> AppleConfig.Access? {
        let keySettings = [Setting.appleKeyFile, .appleKey].filter { setNames.contains($0.name) }
        let names = [Setting.appleIssuerID, .appleKeyID].filter { setNames.contains($0.name) } + keySettings
        guard isNeeded || !names.isEmpty else { return nil }
        if keySettings.count == 2 { problem(.appleKey, "and COFFER_APPLE_KEY_FILE are both set: keep one of them") }
        let issuerID = issuerID()
        let keyID = keyID()
        let key = setNames.contains(Setting.appleKey.name) ? keyFromVariable() : keyFromFile()
        guard let issuerID, let keyID, let key else { return nil }
        return AppleConfig.Access(issuerID: issuerID, keyID: keyID, key: key)
    }

    private mutating func issuerID() -> String? {
        guard let text = required(.appleIssuerID) else { return nil }
        guard UUID(uuidString: text) != nil else {
            problem(.appleIssuerID, "must be \(Setting.appleIssuerID.range)")
            return nil
        }
        return text
    }

    private mutating func keyID() -> String? {
        guard let text = required(.appleKeyID) else { return nil }
        guard text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            problem(.appleKeyID, "must be \(Setting.appleKeyID.range)")
            return nil
        }
        return text
    }

    private mutating func keyFromFile() -> StoreAPIKey? {
        guard let path = required(.appleKeyFile) else { return nil }
        guard let pem = content(.appleKeyFile, path) else { return nil }
        return key(.appleKeyFile, pem)
    }

    private mutating func keyFromVariable() -> StoreAPIKey? {
        guard let text = text(.appleKey) else { return nil }
        return key(.appleKey, text.replacingOccurrences(of: "\\n", with: "\n"))
    }

    /// Says what is wrong without showing any of it.
    private mutating func key(_ setting: Setting, _ pem: String) -> StoreAPIKey? {
        do throws(StoreAPIKey.Failure) {
            return try StoreAPIKey(pem: pem)
        } catch {
            switch error {
            case .notPrivateKey: problem(setting, "holds no private key: it must be the .p8 file as it was downloaded")
            case .wrongKind: problem(setting, "holds a key of another kind: it must be an In-App Purchase key (P-256)")
            }
            return nil
        }
    }

    private mutating func sharedSecret() -> Secret? {
        guard let path = text(.appleSharedSecret), let content = content(.appleSharedSecret, path) else { return nil }
        let secret = content.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty, !secret.contains(where: \.isWhitespace) else {
            problem(.appleSharedSecret, "names a file that does not hold one secret: \(path)")
            return nil
        }
        return Secret(secret)
    }

    private mutating func content(_ setting: Setting, _ path: String) -> String? {
        // Whatever keeps it from being read, the operator sees the path.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.utf8.count <= Self.secretBytesMax
        else {
            problem(setting, "names a file that cannot be read: \(path)")
            return nil
        }
        return text
    }

    /// Without slashes at the end.
    private mutating func webAddress(_ setting: Setting) -> String? {
        guard let text = text(setting) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
            url.query == nil, url.fragment == nil
        else {
            problem(setting, "must be \(setting.range)")
            return nil
        }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }
}
