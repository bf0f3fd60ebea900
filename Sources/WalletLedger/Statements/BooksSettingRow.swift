internal import Postgres
internal import WalletDomain

/// A setting spread over the columns of `books_settings`, and back.
struct BooksSettingRow {
    enum Kind: Int16 {
        case commission = 1
        case tax = 2
        case price = 3
        case proceeds = 4
        case term = 5
        case account = 6
    }

    let kind: Kind
    private(set) var storefront: String?
    private(set) var product: String?
    private(set) var price: StorePrice?
    private(set) var proceeds: Int64?
    private(set) var rateBP: Int64?
    private(set) var isTaxOnNet: Bool?
    private(set) var item: String?
    private(set) var days: Int64?
    private(set) var account: Int16?
    private(set) var clientCode: String?
    private(set) var clientName: String?

    /// Stands for every other product.
    private static let everyOther = "*"

    init(_ setting: BooksSetting) {
        switch setting.key {
        case .commission(let place): (kind, storefront) = (.commission, place.text)
        case .tax(let place): (kind, storefront) = (.tax, place.text)
        case .price(let product, let place): (kind, storefront, self.product) = (.price, place.text, product)
        case .proceeds(let product, let place, let customer):
            (kind, storefront, self.product) = (.proceeds, place.text, product ?? Self.everyOther)
            price = customer
        case .term(let item): (kind, self.item) = (.term, item.text)
        case .account(let account): (kind, self.account) = (.account, account.rawValue)
        }
        switch setting.value {
        case nil: break
        case .rate(let bp): rateBP = bp
        case .tax(.ofPrice(let bp)): (rateBP, isTaxOnNet) = (bp, false)
        case .tax(.onNet(let bp)): (rateBP, isTaxOnNet) = (bp, true)
        case .price(let price): self.price = price
        case .proceeds(let milliunits): proceeds = milliunits
        case .days(let days): self.days = days
        case .account(let code, let name): (clientCode, clientName) = (code, name)
        }
    }

    /// From `kind` on, with `valid_from` and `withdrawn`.
    static func decode(_ row: inout RowReader) throws(PostgresError) -> BooksSetting {
        var columns = BooksSettingRow(kind: try row.code(Kind.self))
        let (validFrom, isWithdrawn) = (try row.instant(), try row.bool())
        columns.storefront = try row.optionalText()
        columns.product = try row.optionalText()
        let (currency, milliunits) = (try row.optionalText(), try row.optionalInt8())
        if let currency, let milliunits { columns.price = StorePrice(milliunits: milliunits, currency: currency) }
        columns.proceeds = try row.optionalInt8()
        columns.rateBP = try row.optionalInt4().map(Int64.init)
        columns.isTaxOnNet = try row.optionalBool()
        columns.item = try row.optionalText()
        columns.days = try row.optionalInt4().map(Int64.init)
        columns.account = try row.optionalInt2()
        columns.clientCode = try row.optionalText()
        columns.clientName = try row.optionalText()
        guard let key = columns.key, let setting = columns.setting(key, from: validFrom, isWithdrawn: isWithdrawn)
        else { throw .unexpectedShape("a row of the books' settings is none") }
        return setting
    }

    private init(kind: Kind) { self.kind = kind }

    private func setting(_ key: BooksSettingKey, from validFrom: Instant, isWithdrawn: Bool) -> BooksSetting? {
        guard isWithdrawn || value != nil else { return nil }
        // What was refused before it was written is not there.
        return try? BooksSetting(key, from: validFrom, isWithdrawn ? nil : value)
    }

    private var key: BooksSettingKey? {
        let place = storefront.flatMap { StorefrontScope($0) }
        return switch kind {
        case .commission: place.map { .commission($0) }
        case .tax: place.map { .tax($0) }
        case .price: place.flatMap { place in product.map { .price(product: $0, place) } }
        case .proceeds:
            place.flatMap { place in
                price.map {
                    .proceeds(product: product == Self.everyOther ? nil : product, place, customer: $0)
                }
            }
        // A name that is none names no item.
        case .term: item.flatMap { try? ItemID($0) }.map { .term($0) }
        case .account: account.flatMap { BooksAccount(rawValue: $0) }.map { .account($0) }
        }
    }

    private var value: BooksSettingValue? {
        switch kind {
        case .commission: rateBP.map { .rate(bp: $0) }
        case .tax: rateBP.flatMap { bp in isTaxOnNet.map { .tax($0 ? .onNet(bp: bp) : .ofPrice(bp: bp)) } }
        case .price: price.map { .price($0) }
        case .proceeds: proceeds.map { .proceeds(milliunits: $0) }
        case .term: days.map { .days($0) }
        case .account: clientCode.flatMap { code in clientName.map { .account(code: code, name: $0) } }
        }
    }
}

/// Codes of the choices in `books_rules`.
enum BooksRulesRow {
    static let presentations = Codes<BooksPolicy.Presentation>([.gross, .net])
    static let taxModes = Codes<BooksPolicy.TaxMode>([.platform, .operatorAtSale, .operatorAtSpend])
    static let allocations = Codes<BooksPolicy.BonusAllocation>([.proRata, .zero])

    /// 1, 2, 3, … in this order, for ever.
    struct Codes<Choice: Hashable & Sendable>: Sendable {
        private let choices: [Choice]

        init(_ choices: [Choice]) { self.choices = choices }

        func code(of choice: Choice) -> Int16 {
            guard let index = choices.firstIndex(of: choice) else { preconditionFailure("a choice without a code") }
            return Int16(index + 1)
        }

        func value(of code: Int16) throws(PostgresError) -> Choice {
            guard choices.indices.contains(Int(code) - 1) else { throw .unexpectedShape("a choice that is unknown") }
            return choices[Int(code) - 1]
        }
    }
}
