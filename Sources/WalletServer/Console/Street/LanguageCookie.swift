internal import HTTPServer

/// The language that a browser was set to, for pages without a session. It says nothing about anybody.
enum LanguageCookie {
    private static let name = "coffer_language"

    static func language(_ head: RequestHead) -> Language? {
        guard let header = head.headers["cookie"] else { return nil }
        for part in header.split(separator: ";") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if pair.count == 2, pair[0] == name { return Language(rawValue: String(pair[1])) }
        }
        return nil
    }

    /// The value of `Set-Cookie`.
    static func value(_ language: Language, isSecure: Bool) -> String {
        let age = ConsoleLimits.languageAgeSeconds
        return "\(name)=\(language.rawValue); Path=/admin; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
