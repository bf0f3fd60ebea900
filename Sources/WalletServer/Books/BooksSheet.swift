internal import WalletDomain

/// The books' settings as a sheet: one row for each thing that is told, from when on, and what.
enum BooksSheet {
    enum Column: String, CaseIterable, Sendable {
        /// A word of `Setting`.
        case setting
        /// Three letters as Apple writes them; `*`: every other one.
        case storefront
        /// Of a price point `*`: every other one.
        case product
        case item
        /// The number of an account of ours.
        case account
        /// A day, which begins at midnight in the books' zone, or a moment (RFC 3339).
        case validFrom = "valid_from"
        /// What the customer pays, in units of the currency; `none`: told no more from then on.
        case price
        case currency
        case proceeds
        /// Percent, at most two decimals.
        case rate
        /// `of_price` or `on_net`: what a tax rate is a percentage of.
        case basis
        case days
        case code
        case name
        /// Of what holds for the books as a whole.
        case value
    }

    enum Setting: String, CaseIterable, Sendable {
        case commission
        case tax
        case price
        case proceeds
        case term
        case account
        // For the books as a whole.
        case presentation
        case taxMode = "tax_mode"
        case taxRateAtUse = "tax_rate_at_use"
        case bonusAllocation = "bonus_allocation"
        case zone
        case firstDay = "first_day"

        /// What a row of it needs beside itself; all other cells are empty.
        var columns: [Column] {
            switch self {
            case .commission: [.storefront, .validFrom, .rate]
            case .tax: [.storefront, .validFrom, .rate, .basis]
            case .price: [.storefront, .product, .validFrom, .price, .currency]
            case .proceeds: [.storefront, .product, .validFrom, .price, .currency, .proceeds]
            case .term: [.item, .validFrom, .days]
            case .account: [.account, .validFrom, .code, .name]
            case .presentation, .taxMode, .taxRateAtUse, .bonusAllocation, .zone, .firstDay: [.value]
            }
        }
    }

    static let none = "none"
    static let ofPrice = "of_price"
    static let onNet = "on_net"

    /// What is told now. An import of it changes nothing.
    static func write(_ settings: BooksSettings, zone: ExportZone) -> [UInt8] {
        var buffer = CSVBuffer(.spreadsheet)
        buffer.mark()
        for column in Column.allCases { buffer.word(column.rawValue) }
        buffer.endRow()
        for cells in rules(settings.rules) + settings.current.map({ Self.cells($0.setting, zone) }) {
            for column in Column.allCases { buffer.text(CatalogueSheet.guarded(cells[column] ?? "")) }
            buffer.endRow()
        }
        return buffer.bytes
    }

    private static func rules(_ rules: BooksRules) -> [[Column: String]] {
        Setting.allCases.compactMap { setting in
            value(of: setting, rules).map { [.setting: setting.rawValue, .value: $0] }
        }
    }

    /// A row about the books as a whole, in words.
    static func text(of setting: Setting, _ rules: BooksRules) -> String {
        setting.rawValue + " " + (value(of: setting, rules) ?? none)
    }

    /// All that holds for the books as a whole.
    static func texts(of rules: BooksRules) -> [String] {
        Setting.allCases.filter { $0.columns == [.value] }.map { text(of: $0, rules) }
    }

    /// Nil: not told, or not about the books as a whole.
    private static func value(of setting: Setting, _ rules: BooksRules) -> String? {
        switch setting {
        case .presentation: rules.policy.presentation.word
        case .taxMode: rules.policy.taxMode.word
        case .taxRateAtUse: percent(rules.policy.taxRateBP)
        case .bonusAllocation: rules.policy.bonusAllocation.word
        case .zone: rules.zone
        case .firstDay: rules.firstDay.map { dayText($0) }
        case .commission, .tax, .price, .proceeds, .term, .account: nil
        }
    }

    static func cells(_ setting: BooksSetting, _ zone: ExportZone) -> [Column: String] {
        var cells: [Column: String] = [.validFrom: time(setting.validFrom, zone)]
        switch setting.key {
        case .commission(let place): cells.merge(.commission, [.storefront: place.text, .rate: none])
        case .tax(let place): cells.merge(.tax, [.storefront: place.text, .rate: none])
        case .price(let product, let place):
            cells.merge(.price, [.storefront: place.text, .product: product, .price: none])
        case .proceeds(let product, let place, let customer):
            cells.merge(
                .proceeds,
                [
                    .storefront: place.text, .product: product ?? "*", .proceeds: none,
                    .price: amount(customer.milliunits, customer.currency), .currency: customer.currency,
                ])
        case .term(let item): cells.merge(.term, [.item: item.text, .days: none])
        case .account(let account): cells.merge(.account, [.account: String(account.rawValue), .code: none])
        }
        write(setting.value, of: setting.key, to: &cells)
        return cells
    }

    private static func write(
        _ value: BooksSettingValue?, of key: BooksSettingKey, to cells: inout [Column: String]
    ) {
        switch value {
        case nil: break
        case .rate(let bp): cells[.rate] = percent(bp)
        case .tax(.ofPrice(let bp)): (cells[.rate], cells[.basis]) = (percent(bp), ofPrice)
        case .tax(.onNet(let bp)): (cells[.rate], cells[.basis]) = (percent(bp), onNet)
        case .price(let price):
            (cells[.price], cells[.currency]) = (amount(price.milliunits, price.currency), price.currency)
        case .proceeds(let milliunits):
            if case .proceeds(_, _, let customer) = key { cells[.proceeds] = amount(milliunits, customer.currency) }
        case .days(let days): cells[.days] = String(days)
        case .account(let code, let name): (cells[.code], cells[.name]) = (code, name)
        }
    }

    /// With the decimals of its currency.
    static func amount(_ milliunits: Int64, _ currency: String) -> String {
        guard let currency = Currency(currency), let minor = currency.minorUnits(ofMilliunits: milliunits) else {
            preconditionFailure("a price that was told is a whole number of minor units")
        }
        return BooksUnit.money(currency).decimal(minor)
    }

    static func percent(_ bp: Int64) -> String {
        let rest = bp % 100
        return "\(bp / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    static func dayText(_ daysSince1970: Int64) -> String {
        String(Instant(microseconds: daysSince1970 * 86_400_000_000).text.prefix("2026-03-31".utf8.count))
    }

    /// A day where it is the first moment of one.
    static func time(_ moment: Instant, _ zone: ExportZone) -> String {
        guard let day = zone.interval(around: moment), day.from == moment else { return moment.text }
        let date = CivilDate(year: Int64(day.day.year), month: Int64(day.day.month), day: Int64(day.day.day))
        return date.map { dayText($0.daysSince1970) } ?? moment.text
    }
}

extension [BooksSheet.Column: String] {
    fileprivate mutating func merge(_ setting: BooksSheet.Setting, _ cells: [BooksSheet.Column: String]) {
        self[.setting] = setting.rawValue
        merge(cells) { _, new in new }
    }
}
