/// A currency of ISO 4217 and how many decimals its minor unit has. Unknown ones are refused: a wrong exponent would be
/// wrong by a factor of ten.
package struct Currency: Hashable, Comparable, Sendable {
    package let code: String
    package let exponent: Int

    /// Nil: not one that we know.
    package init?(_ code: String) {
        guard let exponent = Self.exponents[code] else { return nil }
        self.code = code
        self.exponent = exponent
    }

    package static func < (left: Self, right: Self) -> Bool { left.code < right.code }

    /// The App Store's price: thousandths of a unit. Nil if it is not a whole number of minor units.
    package func minorUnits(ofMilliunits milliunits: Int64) -> Int64? {
        let (quotient, remainder) = milliunits.quotientAndRemainder(dividingBy: Self.powers[3 - exponent])
        return remainder == 0 ? quotient : nil
    }

    private static let powers: [Int64] = [1, 10, 100, 1_000]

    /// Source: ISO 4217, list one; the currencies that the App Store sells in, and their neighbours without or with
    /// three decimals.
    private static let exponents: [String: Int] = {
        let byExponent = [
            0: "CLP ISK JPY KRW PYG RWF UGX VND XAF XOF",
            2: """
            AED ARS AUD AZN BDT BGN BOB BRL CAD CHF CNY COP CRC CZK DKK DOP DZD EGP EUR GBP GEL GHS GTQ HKD HNL HRK HUF
            IDR ILS INR JMD KES KHR KZT LKR MAD MMK MOP MXN MYR NGN NIO NOK NPR NZD PAB PEN PHP PKR PLN QAR RON RSD RUB
            SAR SEK SGD THB TRY TWD TZS UAH USD UYU UZS ZAR
            """,
            3: "BHD IQD JOD KWD LYD OMR TND",
        ]
        var exponents: [String: Int] = [:]
        for (exponent, codes) in byExponent {
            for code in codes.split(whereSeparator: \.isWhitespace) { exponents[String(code)] = exponent }
        }
        return exponents
    }()
}
