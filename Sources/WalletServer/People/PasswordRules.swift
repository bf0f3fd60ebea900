internal import Foundation
internal import WalletDomain

/// What a new password must be (NIST SP 800-63B-4, 3.1.1.2): long, and none that everybody tries. No rules about
/// letters and digits, no expiry.
enum PasswordRules {
    /// The same text however it was typed: what people see as one character may come as several.
    static func normalized(_ password: String) -> String { password.precomposedStringWithCompatibilityMapping }

    /// - Parameter password: normalized.
    static func flaw(of password: String, for name: AdminName) -> PasswordFlaw? {
        if password.utf8.count > Limits.passwordBytesMax { return .tooLong }
        if password.unicodeScalars.count < Limits.passwordCharactersMin { return .tooShort }
        let folded = password.lowercased()
        let rest = folded.replacingOccurrences(of: name.text, with: "")
        if rest != folded, rest.count < restCharactersMin { return .likeName }
        return isCommon(folded) ? .tooCommon : nil
    }

    /// So much must be left of a password without the name in it.
    private static let restCharactersMin = 8
    private static let differentCharactersMin = 5
    private static let repeatedCharactersMax = 6

    private static func isCommon(_ password: String) -> Bool {
        let letters = Array(password.unicodeScalars)
        if Set(letters).count < differentCharactersMin || isRun(letters) || isRepeated(letters) { return true }
        return common.contains(password.filter { $0 != " " })
    }

    /// 1234…, abcd…, or backwards.
    private static func isRun(_ letters: [Unicode.Scalar]) -> Bool {
        let steps = Set(zip(letters, letters.dropFirst()).map { Int64($1.value) - Int64($0.value) })
        // 9 to 0 goes on.
        return steps.isSubset(of: [1, -9]) || steps.isSubset(of: [-1, 9])
    }

    /// One short word again and again.
    private static func isRepeated(_ letters: [Unicode.Scalar]) -> Bool {
        (1...repeatedCharactersMax).contains { period in
            letters.indices.dropFirst(period).allSatisfy { letters[$0] == letters[$0 - period] }
        }
    }

    /// Of those with 15 characters or more that lists of stolen passwords have most often, without spaces.
    private static let common: Set<String> = [
        "passwordpassword", "password12345678", "password123456789", "password1234567890", "passw0rdpassw0rd",
        "p@ssw0rdp@ssw0rd", "mypasswordispassword", "thisismypassword", "qwertyuiopasdfgh", "qwertyuiopasdfghjkl",
        "qwertyuiopasdfghjklzxcvbnm", "qwertyuiop123456", "qwertyuiop1234567890", "1234567890qwertyuiop",
        "1q2w3e4r5t6y7u8i", "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv", "1qaz2wsx3edc4rfv5tgb", "qazwsxedcrfvtgb",
        "qazwsxedcrfvtgbyhn", "zaq12wsxcde34rfv", "zxcvbnmasdfghjkl", "asdfghjklzxcvbnm", "asdfghjklqwertyuiop",
        "0123456789abcdef", "123456789abcdefghi", "abcdefgh12345678", "abcd1234abcd1234", "abc123abc123abc123",
        "correcthorsebatterystaple", "thequickbrownfox", "thequickbrownfoxjumps",
        "thequickbrownfoxjumpsoverthelazydog", "tobeornottobethatisthequestion", "iloveyouiloveyou",
        "iloveyou123456789", "iloveyouforever", "letmeinletmeinletmein", "trustno1trustno1", "changemechangeme",
        "changeme123456789", "welcome123456789", "welcomewelcome", "administrator123", "administrator1234",
        "administratoradministrator", "adminadminadmin", "rootrootrootroot", "superadministrator",
        "football123456789", "starwarsstarwars", "manchesterunited", "liverpoolfootballclub", "princessprincess",
        "computercomputer", "onetwothreefourfive", "unbelievable12345", "supercalifragilisticexpialidocious",
        "llanfairpwllgwyngyll", "woaini1314520520", "woaini5201314520", "5201314520131452", "woainiwoainiwoaini",
        "3141592653589793", "31415926535897932384", "1123581321345589", "147258369147258369", "123456123456789",
        "1234567812345678", "123123123123123123", "112233445566778899", "987654321987654321", "coffercoffercoffer",
    ]
}
