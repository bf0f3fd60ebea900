package import Crypto
package import WalletDomain

/// Codes of an authenticator app (RFC 6238): HMAC-SHA-1, steps of 30 s, six digits, as every app makes them.
package struct TOTP: Sendable {
    package static let secretBytes = 20
    private static let stepMs: Int64 = 30_000
    private static let codeDigits = 6
    /// The app's clock may be one step off.
    private static let stepsOff: Int64 = 1

    private let secret: [UInt8]

    package init(secret: [UInt8]) { self.secret = secret }

    /// The number of a moment's step.
    package static func step(at now: Instant) -> Int64 { now.milliseconds / stepMs }

    /// Six digits.
    package func code(step: Int64) throws(CryptoError) -> String {
        var counter = CanonicalBytes()
        counter.append(step)
        let mac = try HMACSHA1.authenticate(counter.all, key: secret)
        // RFC 4226, 5.3: the last four bits say where four bytes are taken; the sign bit is dropped.
        let offset = Int(mac[HMACSHA1.bytesCount - 1] & 0x0F)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: Self.codeDigits - digits.count) + digits
    }

    /// The step of a code that is good now; nil for any other text.
    /// - Parameter last: the step of the last code that was used: none at or before it is good any more.
    package func step(of code: String, after last: Int64, at now: Instant) throws(CryptoError) -> Int64? {
        let sent = Array(code.utf8.filter { $0 != UInt8(ascii: " ") })
        let current = Self.step(at: now)
        var found: Int64?
        // All are compared, so that the time tells nothing.
        for step in current - Self.stepsOff...current + Self.stepsOff {
            let isRight = constantTimeEqual(sent, Array(try self.code(step: step).utf8))
            if isRight, step > last, found == nil { found = step }
        }
        return found
    }

    /// As apps read it from a QR code.
    /// - Parameters:
    ///   - issuer: letters only.
    ///   - name: whose secret it is.
    package func uri(issuer: String, name: AdminName) -> String {
        // The characters of a name that mean something in a URI's query or path.
        let label = name.text.map { $0 == "@" ? "%40" : $0 == "+" ? "%2B" : String($0) }.joined()
        return "otpauth://totp/\(issuer):\(label)?secret=\(Base32.encode(secret))&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=\(Self.codeDigits)&period=\(Self.stepMs / 1_000)"
    }
}
