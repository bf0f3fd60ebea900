internal import WalletDomain

/// What a customer paid, as decimal text. No binary fraction anywhere, nothing is rounded.
enum CustomerPrice {
    /// Apple counts in thousandths of the unit.
    private static let milliDigits = 3

    /// With as many decimals as the currency has, more only if the amount needs them: 9990 USD is `9.99`, 160000 JPY
    /// `160`, 1500 KWD `1.500`, 9995 USD (which no shop asks for) `9.995`.
    static func append(_ price: StorePrice, to buffer: inout CSVBuffer) {
        if price.milliunits < 0 { buffer.append(byte: UInt8(ascii: "-")) }
        let (whole, rest) = price.milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
        buffer.appendDigits(whole, width: 1)
        var fraction = rest
        var digits = milliDigits
        let wanted = exponent(of: price.currency)
        while digits > wanted, fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        guard digits > 0 || wanted > 0 else { return }
        buffer.append(byte: UInt8(ascii: "."))
        buffer.appendDigits(fraction, width: digits)
        for _ in digits..<max(digits, wanted) { buffer.append(byte: UInt8(ascii: "0")) }
    }

    /// Decimals of a currency (ISO 4217, list one of 2024).
    static func exponent(of currency: String) -> Int { exceptions[currency] ?? 2 }

    private static let exceptions: [String: Int] = {
        var exponents: [String: Int] = ["CLF": 4, "UYW": 4]
        for currency in ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] { exponents[currency] = 3 }
        let whole = [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF",
        ]
        for currency in whole { exponents[currency] = 0 }
        return exponents
    }()
}
