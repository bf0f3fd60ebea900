import Crypto
import Foundation
import Testing
import WalletDomain

@testable import WalletServer

@Suite struct IdentityTests {
    private static let wallet = WalletID(UUID(truncating: (0..<16).map { UInt8($0 + 0xA0) }))

    @Test("a spend's id is read back, and has one spelling")
    func spendID() {
        let id = OperationID(wallet: Self.wallet, sequence: 12)
        let text = WireID.spend(id)
        #expect(text == "spd_a0a1a2a3a4a5a6a7a8a9aaabacadaeaf_12")
        #expect(WireID.parseSpend(text) == id)
        for wrong in [
            text.uppercased(), text + "0x", text.replacing("_12", with: "_012"), text.replacing("_12", with: "_+12"),
            text.replacing("_12", with: "_0"), text.replacing("_12", with: "_-1"), "grt" + text.dropFirst(3),
            text.replacing("_12", with: "_9223372036854775808"), "spd_a0_12", "spd__12", "spd_", "",
            text.replacing("a0", with: "g0"),
        ] { #expect(WireID.parseSpend(wrong) == nil, "\(wrong)") }
    }

    @Test("a fingerprint tells operation, names and values apart; an absent field leaves no trace")
    func fingerprint() {
        func make(_ fill: (inout RequestFingerprint) -> Void, operation: String = "spend") -> UUID {
            var fingerprint = RequestFingerprint(operation: operation)
            fill(&fingerprint)
            return fingerprint.finish()
        }
        let all = [
            make { $0.add("a", "bc") }, make { $0.add("ab", "c") }, make { $0.add("a", "b") },
            make { $0.add("a", Int64(1)) }, make { $0.add("a", Int64(256)) },
            make({ $0.add("a", "bc") }, operation: "grant"),
            make {
                $0.add("a", "b")
                $0.add("c", "d")
            },
        ]
        #expect(Set(all).count == all.count)
        #expect(make { $0.add("a", nil as Int64?) } == make { _ in })
        #expect(make { $0.add("a", "bc") } == all[0])
    }

    @Test("fingerprints do not change with releases")
    func stableFingerprint() {
        var fingerprint = RequestFingerprint(operation: "spend")
        fingerprint.add("user", "u-1")
        fingerprint.add("expected_price", Int64(288))
        // SHA-256 of 00000005"spend"00000004"user"00000003"u-1"0000000e"expected_price"00000008 0000000000000120.
        let written = Array("\0\0\0\u{5}spend\0\0\0\u{4}user\0\0\0\u{3}u-1\0\0\0\u{E}expected_price\0\0\0\u{8}".utf8)
        let expected = SHA256.hash(written + [0, 0, 0, 0, 0, 0, 1, 0x20])
        #expect(fingerprint.finish() == UUID(truncating: expected))
    }

    @Test("a cursor is bound to its list and its wallet")
    func cursor() throws {
        let other = WalletID(UUID(truncating: Array(repeating: 0, count: 16)))
        let text = Cursor.text(7, of: "lots", in: Self.wallet)
        #expect(try Cursor.row(text, of: "lots", in: Self.wallet) == 7)
        #expect(throws: Problem(code: .badCursor)) { try Cursor.row(text, of: "lots", in: other) }
        #expect(throws: Problem(code: .badCursor)) { try Cursor.row(text, of: "entries", in: Self.wallet) }
        #expect(throws: Problem(code: .badCursor)) { try Cursor.row("", of: "lots", in: Self.wallet) }
    }

    @Test(
        "waiting doubles up to its limit, never shorter than half of it",
        arguments: [(0, 10_000), (1, 20_000), (5, 320_000), (20, 21_600_000), (Int32.max, 21_600_000)]
            as [(Int32, Int64)]
    )
    func backOff(attempts: Int32, wholeMs: Int64) {
        #expect(RetryPause.ms(after: attempts, jitter: 0) == wholeMs / 2)
        #expect((wholeMs / 2..<wholeMs).contains(RetryPause.ms(after: attempts, jitter: 0.999)))
    }
}
