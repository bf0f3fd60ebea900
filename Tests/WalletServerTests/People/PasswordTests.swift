import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

@Suite struct PasswordTests {
    @Test(
        "long and unlike the name, nothing else is asked",
        arguments: [
            ("fourteen chars", .tooShort), ("fifteen charact", nil), ("密码密码密码密码密码密码密码密码", .tooCommon),
            ("我喜欢在下雨天慢慢地散步和看书", nil), (String(repeating: "xk", count: 256) + "y", .tooLong),
            ("aaaaaaaaaaaaaaaa", .tooCommon), ("abcabcabcabcabcabc", .tooCommon), ("1234567890123456", .tooCommon),
            ("abcdefghijklmnopq", .tooCommon), ("zyxwvutsrqponmlk", .tooCommon), ("PasswordPassword", .tooCommon),
            ("Correct Horse Battery Staple", .tooCommon), ("correct horse battery stable", nil),
            ("ann.miller@example", .likeName), ("Ann.Miller@Example 1", .likeName),
            ("ann.miller@example likes rain", nil),
        ] as [(String, PasswordFlaw?)])
    func rules(password: String, flaw: PasswordFlaw?) throws {
        let name = try AdminName("ann.miller@example")
        #expect(PasswordRules.flaw(of: PasswordRules.normalized(password), for: name) == flaw)
    }

    @Test("what looks the same is the same, however it was typed")
    func normalizes() {
        let (one, two) = ("cafe\u{301} au lait ☕️", "caf\u{E9} au lait ☕️")
        #expect(Array(PasswordRules.normalized(one).utf8) == Array(PasswordRules.normalized(two).utf8))
        #expect(PasswordRules.normalized("ｐａｓｓ") == "pass")
    }

    @Test("two at once, some wait, and one more is sent away; places are given back")
    func bounded() async throws {
        let desk = PasswordDesk(PeopleFixture.secrets(), atOnceMax: 2, waitingMax: 3)
        // A hash that takes long enough to pile up behind.
        let slow = PasswordDesk(AdminSecrets(), atOnceMax: 2, waitingMax: 3)
        let outcomes = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    do {
                        _ = try await slow.hash("a password of some length")
                        return true
                    } catch let refusal as PeopleRefusal {
                        return refusal == .busy ? false : nil
                    } catch {
                        return nil
                    }
                }
            }
            return await group.reduce(into: [Bool?]()) { $0.append($1) }
        }
        #expect(!outcomes.contains(nil))
        #expect(outcomes.filter { $0 == true }.count >= 5 && outcomes.contains(false))
        #expect(await slow.hashes == outcomes.filter { $0 == true }.count)
        for _ in 0..<10 { _ = try await desk.hash("a password of some length") }
        #expect(try await slow.isValid("x", for: nil) == false)
    }

    @Test("somebody unknown costs one hash, as somebody known does")
    func sameWork() async throws {
        let desk = PasswordDesk(PeopleFixture.secrets())
        let kept = try await desk.hash("a password of some length")
        _ = try await desk.isValid("warms up", for: kept)
        let before = await desk.hashes
        #expect(try await desk.isValid("a password of some length", for: kept))
        #expect(await desk.hashes == before + 1)
        #expect(try await desk.isValid("a password of some length", for: nil) == false)
        #expect(await desk.hashes == before + 2)
    }

    @Test(
        "names of admins are plain, and letter case does not count",
        arguments: [
            ("ann", "ann"), ("Ann.Miller+x@example-1.com", "ann.miller+x@example-1.com"), ("7", "7"), ("", nil),
            ("-ann", nil), ("ann b", nil), ("ann:b", nil), ("é", nil), ("a/b", nil), ("=1+1", nil),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            (String(repeating: "a", count: 65), nil),
        ] as [(String, String?)])
    func names(text: String, name: String?) { #expect((try? AdminName(text))?.text == name) }
}
