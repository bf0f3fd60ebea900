import AppStore
import Crypto
import Foundation
import Testing
import WalletDomain

/// Every file of the shared set through our reader of its kind. No row is passed over: a kind that nobody reads, a file
/// that is not there and a choice that nobody wrote down are failures.
@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct ManifestTests {
    @Test("every file is whole, and of a kind that is read here", arguments: Fixtures.all)
    func whole(row: Fixtures.Row) {
        #expect(row.kind != nil)
        #expect(hexadecimal(SHA256.hash(row.bytes)) == row.sha256)
    }

    @Test("every file is named, and every kind is there")
    func complete() throws {
        let folder = try #require(Fixtures.folder)
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let present = try files.filter { path in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
            return attributes[.type] as? FileAttributeType == .typeRegular
        }
        #expect(Set(present) == Set(Fixtures.all.map(\.path) + ["MANIFEST.json"]))
        #expect(Set(Fixtures.all.compactMap(\.kind)) == Set(FixtureKind.allCases))
        #expect(Fixtures.all.count == Set(Fixtures.all.map(\.path)).count)
    }

    @Test("every choice is about a row that leaves one, and names its decision")
    func choices() throws {
        let policies = Set(Fixtures.all.filter { $0.verdict == "policy" }.map(\.path))
        let chosen = Set(FixtureChoices.table.keys)
        #expect(policies.subtracting(chosen) == [])
        for path in chosen.subtracting(policies) {
            let library = try Fixtures.row(path).expected.object("apple_library")
            let strict = try library.object("trusting_testCA_strict_on").text("result")
            #expect(strict == "VERIFICATION_FAILURE", "\(path) leaves no choice")
        }
        for choice in FixtureChoices.table.values {
            #expect(FileManager.default.fileExists(atPath: Self.decisions + choice.decision), "\(choice.decision)")
        }
    }

    @Test("every file gets the verdict of the manifest, or the one that we chose", arguments: Fixtures.all)
    func verdict(row: Fixtures.Row) async throws {
        switch try #require(row.kind) {
        case .signedTransaction, .appTransaction, .oddToken:
            #expect(try (FixtureReaders.purchase(row) != nil) == expected(row))
        case .renewal: #expect(try (FixtureReaders.signedData(row) != nil) == expected(row))
        case .notification: #expect(try ((try? FixtureReaders.notification(row).get()) != nil) == expected(row))
        case .receipt, .oddReceipt: #expect(try (FixtureReaders.receipt(row) != nil) == expected(row))
        case .oldReceipt: try FixtureChecks.oldReceipt(row)
        case .receiptAnswer: #expect(try ((try? FixtureReaders.answer(row).get()) != nil) == expected(row))
        case .legacyNotification: try FixtureChecks.legacyNotification(row)
        case .apiBody: try await FixtureAPIBodies.check(row)
        case .unsignedPayload: try FixtureChecks.unsignedPayload(row)
        case .root: try FixtureCertificates.root(row)
        case .intermediate: try FixtureCertificates.intermediate(row)
        case .leaf: try FixtureCertificates.leaf(row)
        }
    }

    private func expected(_ row: Fixtures.Row) throws -> Bool {
        if let choice = FixtureChoices.table[row.path] { return choice.isAccepted }
        switch row.verdict {
        case "accept", "accept-if-tolerant": return true
        case "reject", "reject-by-policy": return false
        default: throw UnknownVerdict(text: row.verdict)
        }
    }

    private struct UnknownVerdict: Error {
        let text: String
    }

    private static let decisions: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        return parts.joined(separator: "/") + "/docs/decisions/"
    }()
}
