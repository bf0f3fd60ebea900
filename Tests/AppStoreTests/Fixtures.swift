import AppStore
import Crypto
import FoundationEssentials
import Testing
import WalletDomain

/// The shared files that Apple (or its test suites) signed, with the verdict that each must get.
enum Fixtures {
    static let absent = "SKIPPED: ../shared/fixtures/apple is not here, so no genuine proof was checked"

    /// Nil where the files are absent.
    static let folder: String? = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(3)  // file, AppStoreTests, Tests
        let folder = path.joined(separator: "/") + "/../shared/fixtures/apple"
        return FileManager.default.fileExists(atPath: folder + "/MANIFEST.json") ? folder : nil
    }()

    static var arePresent: Bool { folder != nil }

    struct Row: CustomTestStringConvertible, Sendable {
        let path: String
        let expected: JSONObject
        let bytes: [UInt8]

        var testDescription: String { path }
        var verdict: String { (try? expected.text("verdict")) ?? "" }

        /// Trusts the one root that the row names, besides Apple's.
        func settings(bundleID: String) throws -> AppStoreSettings {
            let root = try read(expected.text("trust_root"))
            return AppStoreSettings(
                appIDs: [bundleID: nil], anchors: TrustAnchors.apple.adding([Fingerprint(ofCertificate: root)]))
        }
    }

    static func read(_ path: String) throws -> [UInt8] {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + path) else {
            throw ProofError.badEncoding
        }
        return Array(data)
    }

    static func rows(_ kinds: String...) -> [Row] {
        guard arePresent, let manifest = try? JSONObject(parsing: read("MANIFEST.json")),
            let files = try? manifest.array("files")
        else { return [] }
        return files.compactMap { file in
            guard case .object(let file) = file, let kind = try? file.text("kind"), kinds.contains(kind),
                let path = try? file.text("path"), let expected = try? file.object("expected"),
                let bytes = try? read(path)
            else { return nil }
            return Row(path: path, expected: expected, bytes: bytes)
        }
    }

    /// The day on which the files were judged.
    static let now = Instant(milliseconds: 1_795_998_381_000)
}
