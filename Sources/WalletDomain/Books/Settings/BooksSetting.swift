/// One thing that an accountant tells: about what, from when on, and what.
///
/// It holds until the next one about the same thing begins. One that begins at the same moment replaces it for what is
/// recorded from then on (`BooksSettings`). Twin: table `books_settings` in `Migrations/0016_set_books.sql`.
package struct BooksSetting: Hashable, Sendable {
    package let key: BooksSettingKey
    package let validFrom: Instant
    /// Nil: from then on nothing is told about it.
    package let value: BooksSettingValue?

    /// Why something cannot be told like this. The raw values are part of the API.
    package enum Fault: String, Error, CaseIterable, Sendable {
        case productMalformed = "product_malformed"
        case currencyUnknown = "currency_unknown"
        /// No whole number of minor units.
        case fraction
        case notPositive = "not_positive"
        case rateOutOfRange = "rate_out_of_range"
        case proceedsMoreThanPrice = "proceeds_more_than_price"
        case daysOutOfRange = "days_out_of_range"
        case codeMalformed = "code_malformed"
        case nameMalformed = "name_malformed"
        /// A rate for a price, or the like.
        case valueOfOtherKind = "value_of_other_kind"
    }

    package init(
        _ key: BooksSettingKey, from validFrom: Instant, _ value: BooksSettingValue?
    ) throws(Fault) {
        try key.check()
        if let value { try Self.check(value, of: key) }
        self.key = key
        self.validFrom = validFrom
        self.value = value
    }

    private static func check(_ value: BooksSettingValue, of key: BooksSettingKey) throws(Fault) {
        switch (key, value) {
        case (.commission, .rate(let bp)), (.tax, .tax(.onNet(let bp))):
            guard (0...BooksSettingValue.wholeBP).contains(bp) else { throw .rateOutOfRange }
        case (.tax, .tax(.ofPrice(let bp))):
            guard (0..<BooksSettingValue.wholeBP).contains(bp) else { throw .rateOutOfRange }
        case (.price, .price(let price)): try check(price)
        case (.proceeds(_, _, let customer), .proceeds(let milliunits)):
            guard milliunits <= customer.milliunits else { throw .proceedsMoreThanPrice }
            try check(StorePrice(milliunits: milliunits, currency: customer.currency))
        case (.term, .days(let days)):
            guard (1...Limits.courseDaysMax).contains(days) else { throw .daysOutOfRange }
        case (.account, .account(let code, let name)):
            guard isLabel(code, bytesMax: Limits.clientAccountBytesMax) else { throw .codeMalformed }
            guard isLabel(name, bytesMax: Limits.nameBytesMax) else { throw .nameMalformed }
        case (.commission, _), (.tax, _), (.price, _), (.proceeds, _), (.term, _), (.account, _):
            throw .valueOfOtherKind
        }
    }

    /// A price that a sale can have: positive, and a whole number of minor units.
    fileprivate static func check(_ price: StorePrice) throws(Fault) {
        guard let currency = Currency(price.currency) else { throw .currencyUnknown }
        guard (1...Limits.bookedPriceMilliMax).contains(price.milliunits) else { throw .notPositive }
        guard currency.minorUnits(ofMilliunits: price.milliunits) != nil else { throw .fraction }
    }

    fileprivate static func isLabel(_ text: String, bytesMax: Int) -> Bool {
        (1...bytesMax).contains(text.utf8.count) && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}

/// What a setting is about.
package enum BooksSettingKey: Hashable, Sendable {
    /// Apple's cut of the price without tax.
    case commission(StorefrontScope)
    case tax(StorefrontScope)
    /// What one pack costs the customer: for receipts, which carry no price.
    case price(product: String, StorefrontScope)
    /// A price point of the App Store: what of this customer's price is paid out. Product nil: of every other one.
    case proceeds(product: String?, StorefrontScope, customer: StorePrice)
    /// Over how many days a course is delivered.
    case term(ItemID)
    /// The client's own account for one of ours.
    case account(BooksAccount)

    fileprivate func check() throws(BooksSetting.Fault) {
        switch self {
        case .commission, .tax, .term, .account: break
        case .price(let product, _): try Self.check(product)
        case .proceeds(let product, _, let customer):
            if let product { try Self.check(product) }
            try BooksSetting.check(customer)
        }
    }

    private static func check(_ product: String) throws(BooksSetting.Fault) {
        guard product != "*", BooksSetting.isLabel(product, bytesMax: Limits.nameBytesMax) else {
            throw .productMalformed
        }
    }
}

package enum BooksSettingValue: Hashable, Sendable {
    /// Hundredths of a percent.
    case rate(bp: Int64)
    case tax(TaxRate)
    /// Of one pack.
    case price(StorePrice)
    /// Milliunits of the customer's currency.
    case proceeds(milliunits: Int64)
    case days(Int64)
    case account(code: String, name: String)

    static let wholeBP: Int64 = 10_000
}

/// What of a price is tax, in hundredths of a percent.
package enum TaxRate: Hashable, Sendable {
    /// Of the price that the customer pays.
    case ofPrice(bp: Int64)
    /// Of the price without it, as laws state it: 20 % on net is a sixth of the price.
    case onNet(bp: Int64)

    /// Halves up.
    /// - Parameter price: minor units, positive.
    package func tax(in price: Int64) -> Int64 {
        switch self {
        case .ofPrice(let bp): Shares.halfUp(price, bp, of: BooksSettingValue.wholeBP)
        case .onNet(let bp): Shares.halfUp(price, bp, of: BooksSettingValue.wholeBP + bp)
        }
    }
}
