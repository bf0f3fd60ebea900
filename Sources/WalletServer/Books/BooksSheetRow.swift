internal import WalletDomain

/// One row of a sheet of the books' settings, cell by cell.
struct BooksSheetRow {
    let line: Int
    let setting: BooksSheet.Setting
    private let cells: [BooksSheet.Column: String]

    /// - Parameter cells: as the sheet has them, without what guards formulas.
    init(line: Int, cells: [BooksSheet.Column: String]) throws(SheetError) {
        self.line = line
        self.cells = cells
        guard let setting = BooksSheet.Setting(rawValue: cells[.setting] ?? "") else {
            throw SheetError(line: line, column: BooksSheet.Column.setting.rawValue, code: "setting_unknown")
        }
        self.setting = setting
        let used = setting.columns + [.setting]
        for column in BooksSheet.Column.allCases where !used.contains(column) {
            if let cell = cells[column], !cell.isEmpty { throw wrong(column, "cell_unused") }
        }
    }

    /// Of what is told from a moment on; nil: it is about the books as a whole.
    func told(zone: ExportZone) throws(SheetError) -> BooksSetting? {
        guard let key = try key() else { return nil }
        let from = try moment(zone)
        let value = try isWithdrawn() ? nil : value()
        do throws(BooksSetting.Fault) {
            return try BooksSetting(key, from: from, value)
        } catch {
            throw wrong(column(of: error), error.rawValue)
        }
    }

    private func key() throws(SheetError) -> BooksSettingKey? {
        switch setting {
        case .commission: return .commission(try place())
        case .tax: return .tax(try place())
        case .price: return .price(product: try product(), try place())
        case .proceeds:
            let product = try product()
            return .proceeds(product: product == "*" ? nil : product, try place(), customer: try price())
        case .term:
            do throws(WalletError) {
                return .term(try ItemID(text(.item)))
            } catch {
                throw wrong(.item, "malformed")
            }
        case .account:
            guard let number = Int16(text(.account)), let account = BooksAccount(rawValue: number) else {
                throw wrong(.account, "account_unknown")
            }
            return .account(account)
        case .presentation, .taxMode, .taxRateAtUse, .bonusAllocation, .zone, .firstDay: return nil
        }
    }

    private func value() throws(SheetError) -> BooksSettingValue {
        switch setting {
        case .commission: return .rate(bp: try percent(.rate))
        case .tax:
            let bp = try percent(.rate)
            switch text(.basis) {
            case BooksSheet.ofPrice: return .tax(.ofPrice(bp: bp))
            case BooksSheet.onNet: return .tax(.onNet(bp: bp))
            default: throw wrong(.basis, "basis_unknown")
            }
        case .price: return .price(try price())
        case .proceeds: return .proceeds(milliunits: try amount(.proceeds))
        case .term:
            guard let days = DecimalText.parse(text(.days), decimals: 0) else { throw wrong(.days, "malformed") }
            return .days(days)
        case .account: return .account(code: text(.code), name: text(.name))
        case .presentation, .taxMode, .taxRateAtUse, .bonusAllocation, .zone, .firstDay:
            throw wrong(.value, "malformed")
        }
    }

    /// `none` where the row's value stands; nothing else may be told with it.
    private func isWithdrawn() throws(SheetError) -> Bool {
        let column: BooksSheet.Column =
            switch setting {
            case .commission, .tax: .rate
            case .price: .price
            case .proceeds: .proceeds
            case .term: .days
            case .account: .code
            case .presentation, .taxMode, .taxRateAtUse, .bonusAllocation, .zone, .firstDay: .value
            }
        guard text(column) == BooksSheet.none else { return false }
        let rest: [BooksSheet.Column] =
            switch setting {
            case .tax: [.basis]
            case .price: [.currency]
            case .account: [.name]
            default: []
            }
        for other in rest where !text(other).isEmpty { throw wrong(other, "cell_unused") }
        return true
    }

    /// Changes what holds for the books as a whole.
    func apply(to rules: inout BooksRules) throws(SheetError) {
        let text = text(.value)
        switch setting {
        case .presentation: rules.policy.presentation = try choice(text) { $0.word }
        case .taxMode: rules.policy.taxMode = try choice(text) { $0.word }
        case .bonusAllocation: rules.policy.bonusAllocation = try choice(text) { $0.word }
        case .taxRateAtUse:
            let bp = try percent(.value)
            guard bp <= 10_000 else { throw wrong(.value, BooksSetting.Fault.rateOutOfRange.rawValue) }
            rules.policy.taxRateBP = bp
        case .zone:
            guard ExportZone(text) != nil else { throw wrong(.value, "zone_unknown") }
            rules.zone = text
        case .firstDay:
            guard let day = CalendarDay(text), let date = CivilDate(day) else { throw wrong(.value, "malformed") }
            rules.firstDay = date.daysSince1970
        case .commission, .tax, .price, .proceeds, .term, .account: break
        }
    }

    private func choice<Choice: CaseIterable>(
        _ text: String, _ word: (Choice) -> String
    ) throws(SheetError) -> Choice {
        guard let choice = Choice.allCases.first(where: { word($0) == text }) else { throw wrong(.value, "malformed") }
        return choice
    }

    private func place() throws(SheetError) -> StorefrontScope {
        guard let place = StorefrontScope(text(.storefront)) else { throw wrong(.storefront, "storefront_unknown") }
        return place
    }

    private func product() throws(SheetError) -> String {
        guard !text(.product).isEmpty else { throw wrong(.product, BooksSetting.Fault.productMalformed.rawValue) }
        return text(.product)
    }

    private func price() throws(SheetError) -> StorePrice {
        StorePrice(milliunits: try amount(.price), currency: text(.currency))
    }

    private func amount(_ column: BooksSheet.Column) throws(SheetError) -> Int64 {
        guard let amount = DecimalText.parse(text(column), decimals: 3) else { throw wrong(column, "amount_malformed") }
        return amount
    }

    private func percent(_ column: BooksSheet.Column) throws(SheetError) -> Int64 {
        guard let percent = DecimalText.parse(text(column), decimals: 2) else { throw wrong(column, "rate_malformed") }
        return percent
    }

    private func moment(_ zone: ExportZone) throws(SheetError) -> Instant {
        let text = text(.validFrom)
        let found = CalendarDay(text).map { zone.start(of: $0) } ?? Instant(text: text)
        guard let found else { throw wrong(.validFrom, "time_malformed") }
        return found
    }

    private func column(of fault: BooksSetting.Fault) -> BooksSheet.Column {
        switch fault {
        case .productMalformed: .product
        case .currencyUnknown: .currency
        case .fraction, .notPositive: .price
        case .proceedsMoreThanPrice: .proceeds
        case .rateOutOfRange: .rate
        case .daysOutOfRange: .days
        case .codeMalformed: .code
        case .nameMalformed: .name
        case .valueOfOtherKind: .setting
        }
    }

    func text(_ column: BooksSheet.Column) -> String { cells[column] ?? "" }

    private func wrong(_ column: BooksSheet.Column, _ code: String) -> SheetError {
        SheetError(line: line, column: column.rawValue, code: code)
    }
}

/// Decimal numbers as people write amounts and rates: digits, and a point with decimals behind it.
enum DecimalText {
    /// Of a number with that many decimals at most, its value without the point: `0.99` with 3 is 990. Nil: not one.
    static func parse(_ text: String, decimals: Int) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, !whole.isEmpty else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || (1...max(1, decimals)).contains(fraction.utf8.count), decimals > 0 || parts.count == 1
        else { return nil }
        let digits = whole + fraction + String(repeating: "0", count: decimals - fraction.utf8.count)
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(digits)
    }
}

extension CivilDate {
    init?(_ day: CalendarDay) {
        self.init(year: Int64(day.year), month: Int64(day.month), day: Int64(day.day))
    }
}
