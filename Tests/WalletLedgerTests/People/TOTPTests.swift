import Crypto
import Testing
import WalletDomain
import WalletLedger

@Suite struct TOTPTests {
    /// RFC 6238, appendix B: SHA-1; the last six of its eight digits.
    private static let secret = Array("12345678901234567890".utf8)
    private static let vectors: [(seconds: Int64, code: String)] = [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ]

    private func instant(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }

    @Test("codes are those of RFC 6238", arguments: vectors)
    func codes(seconds: Int64, code: String) throws {
        let totp = TOTP(secret: Self.secret)
        #expect(try totp.code(step: TOTP.step(at: instant(seconds))) == code)
        #expect(try totp.step(of: code, after: 0, at: instant(seconds)) == seconds / 30)
    }

    @Test("a code is good for one step before and after its own, no longer", arguments: [-2, -1, 0, 1, 2] as [Int64])
    func window(steps: Int64) throws {
        let totp = TOTP(secret: Self.secret)
        let now = instant(2_000_000_000)
        let code = try totp.code(step: TOTP.step(at: now) + steps)
        #expect(try (totp.step(of: code, after: 0, at: now) != nil) == (abs(steps) <= 1))
    }

    @Test("a code at or before the last one used is worth nothing, whatever the clock says")
    func replay() throws {
        let totp = TOTP(secret: Self.secret)
        let now = instant(2_000_000_000)
        let step = TOTP.step(at: now)
        let code = try totp.code(step: step)
        #expect(try totp.step(of: code, after: step - 1, at: now) == step)
        #expect(try totp.step(of: code, after: step, at: now) == nil)
        #expect(try totp.step(of: totp.code(step: step - 1), after: step, at: now) == nil)
        #expect(try totp.step(of: totp.code(step: step + 1), after: step, at: now) == step + 1)
    }

    @Test(
        "what is no code is none",
        arguments: ["", "28708", "2870820", "287 083", "２８７０８２", "287082\0", "-87082", "28708a"])
    func refused(code: String) throws {
        #expect(try TOTP(secret: Self.secret).step(of: code, after: 0, at: instant(59)) == nil)
    }

    @Test("people may type a space between")
    func spaces() throws {
        #expect(try TOTP(secret: Self.secret).step(of: "287 082", after: 0, at: instant(59)) == 1)
    }

    @Test("the URI names issuer, admin and secret, and escapes what means something in it")
    func uri() throws {
        let uri = TOTP(secret: Self.secret).uri(issuer: "Coffer", name: try AdminName("ann+1@example.com"))
        #expect(
            uri == "otpauth://totp/Coffer:ann%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=Coffer&algorithm=SHA1&digits=6&period=30")
    }

    @Test("recovery codes are read however they are typed, and are different each time")
    func recovery() throws {
        let code = RecoveryCode.generate()
        #expect(code.text.utf8.count == 19 && code.text != RecoveryCode.generate().text)
        #expect(RecoveryCode(typed: code.text) == code)
        #expect(RecoveryCode(typed: code.text.lowercased().filter { $0 != "-" }) == code)
        for text in ["", "123456", code.text + "A", String(code.text.dropLast()), "ÄBCD-EFGH-IJKL-MNOP"] {
            #expect(RecoveryCode(typed: text) == nil, "\(text)")
        }
    }

    @Test("with a key file passwords and secrets are worth nothing without it; those from before it go on")
    func secrets() throws {
        let argon = Argon2id(memoryBytes: 65_536, passes: 1)
        let key = [UInt8](repeating: 1, count: 32)
        let (plain, keyed) = (AdminSecrets(argon: argon), AdminSecrets(key: key, argon: argon))
        let (old, new) = (try plain.hash("password of ann"), try keyed.hash("password of ann"))
        #expect(keyed.isValid("password of ann", for: old) && keyed.isOutdated(old))
        #expect(keyed.isValid("password of ann", for: new) && !keyed.isOutdated(new))
        #expect(!plain.isValid("password of ann", for: new))
        #expect(!AdminSecrets(key: [UInt8](repeating: 2, count: 32), argon: argon).isValid("password of ann", for: new))
        let (ann, bob) = (try AdminName("ann"), try AdminName("bob"))
        let sealed = try keyed.keep([9, 9], of: ann)
        #expect(sealed.isSealed && sealed.bytes.count > 2)
        #expect(try keyed.open(sealed, of: ann) == [9, 9])
        #expect(throws: CryptoError.self) { try keyed.open(sealed, of: bob) }
        #expect(throws: CryptoError.self) { try plain.open(sealed, of: ann) }
        #expect(try keyed.open(plain.keep([9, 9], of: ann), of: ann) == [9, 9])
    }
}
