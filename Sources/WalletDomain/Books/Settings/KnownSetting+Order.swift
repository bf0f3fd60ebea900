extension KnownSetting {
    /// Kind by kind, then by what it is about, then by time.
    func isBefore(_ other: Self) -> Bool {
        let (left, right) = (setting.key.order, other.setting.key.order)
        guard left == right else { return left.lexicographicallyPrecedes(right) }
        return (setting.validFrom, change) < (other.setting.validFrom, other.change)
    }
}

extension BooksSettingKey {
    /// Texts that sort keys; numbers have leading zeros.
    fileprivate var order: [String] {
        switch self {
        case .commission(let place): ["1", place.text]
        case .tax(let place): ["2", place.text]
        case .price(let product, let place): ["3", product, place.text]
        case .proceeds(let product, let place, let customer):
            ["4", product ?? "*", place.text, customer.currency, Self.padded(customer.milliunits)]
        case .term(let item): ["5", item.text]
        case .account(let account): ["6", Self.padded(Int64(account.rawValue))]
        }
    }

    private static func padded(_ number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    }
}
