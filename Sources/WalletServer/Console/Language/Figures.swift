internal import WalletDomain

/// Numbers as people read them. The same in both languages: a comma each three digits, a true minus.
enum Figures {
    static func grouped(_ number: Int64) -> String {
        var digits = Array(String(number.magnitude))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return (number < 0 ? "\u{2212}" : "") + String(digits)
    }

    /// With a sign in any case, for changes.
    static func signed(_ number: Int64) -> String { number > 0 ? "+" + grouped(number) : grouped(number) }

    /// What a customer paid, with as many digits behind the point as its currency has: `CNY 6.00`.
    static func price(_ milliunits: Int64, _ currency: String) -> String {
        var digits = 3
        var fraction = milliunits.magnitude % 1_000
        while digits > CustomerPrice.exponent(of: currency), fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        let units = Int64(milliunits.magnitude / 1_000)
        let sign = milliunits < 0 ? "\u{2212}" : ""
        let padded = String(repeating: "0", count: max(0, digits - String(fraction).count)) + String(fraction)
        return "\(currency)\u{00A0}\(sign)\(grouped(units))" + (digits > 0 ? "." + padded : "")
    }

    /// Of `whole`, with one digit behind the point; nil of nothing.
    static func percent(_ part: Int64, of whole: Int64) -> String? {
        guard whole > 0 else { return nil }
        let permille = (Double(part) / Double(whole) * 1_000).rounded()
        return "\(Int64(permille) / 10).\(abs(Int64(permille)) % 10)\u{00A0}%"
    }
}
