internal import Crypto
internal import Foundation
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// Settings with a shape of their own.
extension SettingReader {
    mutating func database(_ setting: Setting, isNeeded: Bool) -> String? {
        guard let text = isNeeded ? required(setting) : text(setting) else { return nil }
        let isURL = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
        // Its value is a secret: what is wrong with it is said without it.
        guard isURL || text.contains("=") else {
            problem(setting, "must be \(setting.range)")
            return nil
        }
        return text
    }

    /// `com.example.app=1234567890,com.example.other=…`
    mutating func apps(isNeeded: Bool) -> [String: Int64?] {
        guard let text = isNeeded ? required(.bundleIDs) : text(.bundleIDs) else { return [:] }
        var apps: [String: Int64?] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard pair.count == 2, !pair[0].isEmpty, let number = Int64(pair[1]), number > 0 else {
                problem(.bundleIDs, "has a part that is not bundle.id=number: '\(part)'")
                continue
            }
            if apps.updateValue(number, forKey: pair[0]) != nil { problem(.bundleIDs, "names \(pair[0]) twice") }
        }
        return apps
    }

    mutating func rates() -> RateLimits {
        func limit(_ requests: Int, _ seconds: Int, _ burst: Int) -> RateLimit? {
            requests == 0 ? nil : RateLimit(requests: requests, inSeconds: seconds, burst: burst)
        }
        let keyRate = number(.keyRate, in: 0...Limits.keyRateMax, fallback: 0)
        let keyBurst = number(.keyBurst, in: 0...Limits.keyRateMax, fallback: 0)
        let userRate = number(.userRate, in: 0...Limits.userRateMax, fallback: 0)
        let userBurst = number(.userBurst, in: 0...Limits.userRateMax, fallback: 0)
        for (setting, burst, rate) in [(Setting.keyBurst, keyBurst, keyRate), (.userBurst, userBurst, userRate)]
        where burst > 0 && rate == 0 {
            problem(setting, "means nothing without a rate")
        }
        return RateLimits(perKey: limit(keyRate, 1, keyBurst), perUser: limit(userRate, 60, userBurst))
    }

    mutating func address(_ setting: Setting) -> ListenAddress {
        guard let text = text(setting) else { return .usual }
        guard let address = ListenAddress(text) else {
            problem(setting, "must be \(setting.range)")
            return .usual
        }
        return address
    }

    mutating func tls() -> HTTPServerSettings.TLSFiles? {
        let certificate = readableFile(.tlsCertificate)
        let key = readableFile(.tlsKey)
        let names = setNames.intersection([Setting.tlsCertificate.name, Setting.tlsKey.name])
        if names.count == 1 {
            let missing = names.contains(Setting.tlsKey.name) ? Setting.tlsCertificate : .tlsKey
            problem(missing, "is needed too: \(missing.range)")
        }
        guard let certificate, let key else { return nil }
        return HTTPServerSettings.TLSFiles(certificatePath: certificate, keyPath: key)
    }

    private mutating func readableFile(_ setting: Setting) -> String? {
        guard let path = text(setting) else { return nil }
        guard FileManager.default.isReadableFile(atPath: path) else {
            problem(setting, "names a file that cannot be read: \(path)")
            return nil
        }
        return path
    }

    mutating func zone(_ setting: Setting) -> String {
        guard let name = text(setting) else { return "UTC" }
        if ExportZone(name) == nil { problem(setting, "must be \(setting.range), not \(name)") }
        return name
    }

    mutating func shopZone(_ setting: Setting) -> ShopZone {
        guard let name = text(setting) else { return .utc }
        guard let zone = ShopZone(name) else {
            problem(setting, "must be \(setting.range), not \(name)")
            return .utc
        }
        return zone
    }

    mutating func pseudonyms() -> Pseudonyms {
        secret(.erasureKey, bytesMin: Limits.pseudonymKeyBytesMin).map { Pseudonyms(key: $0) } ?? .none
    }

    mutating func adminSecrets() -> AdminSecrets {
        AdminSecrets(key: secret(.passwordPepper, bytesMin: Limits.adminKeyBytesMin))
    }

    /// What is wrong with the secret is said without it.
    private mutating func secret(_ setting: Setting, bytesMin: Int) -> [UInt8]? {
        guard let path = readableFile(setting) else { return nil }
        // Not UTF-8 is no secret that somebody typed or a program printed.
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let key = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        guard key.count >= bytesMin else {
            problem(setting, "names a file that does not hold \(setting.range): \(path)")
            return nil
        }
        return key
    }

    mutating func roots(_ setting: Setting) -> Set<Fingerprint> {
        guard let path = readableFile(setting) else { return [] }
        // Not UTF-8 is as good as not readable: no PEM file looks like that.
        let certificates = PEMFile.certificates(in: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
        if certificates.isEmpty { problem(setting, "names a file without a PEM certificate: \(path)") }
        return Set(certificates.map { Fingerprint(ofCertificate: $0) })
    }

    mutating func sealKey(_ setting: Setting) -> SealKey? {
        guard let path = readableFile(setting) else { return nil }
        // Not UTF-8 is as good as not readable, and no key is as good as a wrong one: the path says enough.
        guard let key = try? SealKey(pem: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "") else {
            problem(setting, "names a file without an Ed25519 key: \(path)")
            return nil
        }
        return key
    }

    mutating func faults() -> FaultPoints {
        guard let text = text(.fault) else { return .none }
        guard let faults = FaultPoints(text) else {
            problem(.fault, "must be \(Setting.fault.range)")
            return .none
        }
        return faults
    }

    mutating func refuseDevelopmentSettings() {
        for setting in Setting.all where setting.isDevelopmentOnly && setNames.contains(setting.name) {
            problem(setting, "is for development only: unset it, or set COFFER_MODE=development")
        }
    }
}
