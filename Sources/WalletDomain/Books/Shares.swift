/// Whole-number shares: no binary fraction comes near money.
enum Shares {
    /// floor(amount × part ÷ whole), of figures that are not negative.
    static func floor(_ amount: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        precondition(amount >= 0 && part >= 0 && whole > 0, "a share of nothing, or a negative one")
        let product = amount.multipliedFullWidth(by: part)
        return whole.dividingFullWidth(product).quotient
    }

    /// amount × part ÷ whole, halves up.
    static func halfUp(_ amount: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        precondition(amount >= 0 && part >= 0 && whole > 0, "a share of nothing, or a negative one")
        let (quotient, remainder) = whole.dividingFullWidth(amount.multipliedFullWidth(by: part))
        return quotient + (remainder >= whole - remainder ? 1 : 0)
    }
}
