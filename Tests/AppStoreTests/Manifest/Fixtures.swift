import AppStore
import Crypto
import FoundationEssentials
import Testing
import WalletDomain

/// The shared files that Apple (or its test suites) signed or answered, with the verdict that each must get.
enum Fixtures {
    static let absent = "SKIPPED: ../shared/fixtures/apple is not here, so no genuine proof was checked"

    /// Nil where the files are absent.
    static let folder: String? = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(4)  // file, Manifest, AppStoreTests, Tests
        let folder = path.joined(separator: "/") + "/../shared/fixtures/apple"
        return FileManager.default.fileExists(atPath: folder + "/MANIFEST.json") ? folder : nil
    }()

    static var arePresent: Bool { folder != nil }

    struct Row: CustomTestStringConvertible, Sendable {
        let path: String
        /// Nil: a kind that nobody here reads.
        let kind: FixtureKind?
        let sha256: String
        let what: String
        let expected: JSONObject
        /// Empty if the file cannot be read.
        let bytes: [UInt8]

        var testDescription: String { path }
        var verdict: String { (try? expected.text("verdict")) ?? "" }
        var text: String { String(decoding: bytes, as: UTF8.self) }

        init(_ file: JSONObject) {
            path = (try? file.text("path")) ?? ""
            kind = (try? file.text("kind")).flatMap { FixtureKind(rawValue: $0) }
            sha256 = (try? file.text("sha256")) ?? ""
            what = (try? file.text("what")) ?? ""
            expected = (try? file.object("expected")) ?? JSONObject()
            bytes = (try? read(path)) ?? []
        }

        /// Trusts the one root that the row names, besides Apple's.
        func settings(bundleID: String) throws -> AppStoreSettings {
            let root = try read(expected.text("trust_root"))
            return AppStoreSettings(
                appIDs: [bundleID: nil], anchors: TrustAnchors.apple.adding([Fingerprint(ofCertificate: root)]))
        }
    }

    /// Every row of the manifest, whatever it is.
    static let all: [Row] = {
        guard arePresent, let manifest = try? JSONObject(parsing: read("MANIFEST.json")),
            let files = try? manifest.array("files")
        else { return [] }
        return files.map { file in
            if case .object(let file) = file { Row(file) } else { Row(JSONObject()) }
        }
    }()

    static func rows(_ kinds: FixtureKind...) -> [Row] {
        all.filter { row in row.kind.map { kinds.contains($0) } ?? false }
    }

    static func row(_ path: String) throws -> Row { try #require(all.first { $0.path == path }) }

    static func read(_ path: String) throws -> [UInt8] {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + path) else {
            throw ProofError.badEncoding
        }
        return Array(data)
    }

    /// The day on which the files were judged.
    static let now = Instant(milliseconds: 1_795_998_381_000)
}
