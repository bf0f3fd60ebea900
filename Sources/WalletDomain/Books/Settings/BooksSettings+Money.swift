/// What a sale brought, by what was told when it was recorded, or else by the first that tells enough.
extension BooksSettings: BooksFacts {
    /// Why a sale has no money. The raw values are part of the API.
    package enum Unknown: String, Error, CaseIterable, Sendable {
        /// Neither signed nor listed.
        case priceMissing = "price_missing"
        /// Nobody told what of it is tax: 0 has to be said too.
        case taxMissing = "tax_missing"
        case commissionMissing = "commission_missing"
        case currencyUnknown = "currency_unknown"
        /// No whole number of minor units.
        case fraction
        /// Paid with an offer code: there is no money, and none is missed.
        case free
        /// Tax or commission are more than the price.
        case moreThanPrice = "more_than_price"
    }

    package func money(of sale: SaleFacts) -> LearnedMoney? {
        // No error: nobody has told yet.
        try? learn(sale).get()
    }

    /// - Returns: why not, as known now.
    package func learn(_ sale: SaleFacts) -> Result<LearnedMoney, Unknown> {
        let keys = SaleKeys(sale)
        var known = sale.recordedAt
        // Ends with the last moment at which something was told about one of the keys.
        while true {
            do throws(Unknown) {
                return .success(try learn(sale, keys, known: known))
            } catch {
                guard error != .free, let next = nextTold(sale, keys, after: known) else { return .failure(error) }
                known = next
            }
        }
    }

    private func learn(_ sale: SaleFacts, _ keys: SaleKeys, known: Instant) throws(Unknown) -> LearnedMoney {
        let (price, basis, pricedAt) = try price(of: sale, keys, known: known)
        let (currency, minor) = try Self.minorUnits(price)
        let (tax, taxedAt) = try tax(in: minor, of: sale, keys, known: known)
        let cut = try commission(price, minor - tax, currency, of: sale, keys, known: known)
        let money: SaleMoney
        do throws(SaleMoney.Refusal) {
            money = try SaleMoney(price: price, tax: tax, commissionBP: cut.bp, commission: cut.fixed)
        } catch {
            throw .moreThanPrice
        }
        let learnedAt = known > sale.recordedAt ? known : max(pricedAt, taxedAt, cut.knownAt)
        return LearnedMoney(
            money: money, basis: basis, isCommissionFromCatalogue: cut.fixed != nil, learnedAt: learnedAt)
    }

    /// Price points stand under the price, as far as that is known.
    private func nextTold(_ sale: SaleFacts, _ keys: SaleKeys, after known: Instant) -> Instant? {
        let points = try? keys.points(price(of: sale, keys, known: known).0, quantity: sale.quantity)
        return nextKnown(keys.all + (points ?? []), after: known)
    }

    private static let always = Instant(microseconds: .min)

    /// Apple's word, unless it can be no price; then the list's.
    private func price(
        of sale: SaleFacts, _ keys: SaleKeys, known: Instant
    ) throws(Unknown) -> (StorePrice, LearnedMoney.Basis, knownAt: Instant) {
        var reason = Unknown.priceMissing
        if let signed = sale.price {
            do throws(Unknown) {
                _ = try Self.minorUnits(signed)
                return (signed, .signed, Self.always)
            } catch {
                guard error != .free else { throw .free }
                reason = error
            }
        }
        guard case (.price(let one), let knownAt)? = find(keys.prices, at: sale.purchasedAt, known: known) else {
            throw reason
        }
        let (milliunits, overflow) = one.milliunits.multipliedReportingOverflow(by: Int64(sale.quantity))
        guard !overflow, sale.quantity > 0 else { throw reason }
        return (StorePrice(milliunits: milliunits, currency: one.currency), .priceList, knownAt)
    }

    private static func minorUnits(_ price: StorePrice) throws(Unknown) -> (Currency, Int64) {
        guard price.milliunits != 0 else { throw .free }
        guard let currency = Currency(price.currency) else { throw .currencyUnknown }
        guard price.milliunits > 0, let minor = currency.minorUnits(ofMilliunits: price.milliunits) else {
            throw .fraction
        }
        return (currency, minor)
    }

    /// Where we owe tax only when coins are used, none has to be told here.
    private func tax(
        in minor: Int64, of sale: SaleFacts, _ keys: SaleKeys, known: Instant
    ) throws(Unknown) -> (Int64, knownAt: Instant) {
        guard case (.tax(let rate), let knownAt)? = find(keys.taxes, at: sale.purchasedAt, known: known) else {
            guard rules.policy.taxMode == .operatorAtSpend else { throw .taxMissing }
            return (0, Self.always)
        }
        return (rate.tax(in: minor), knownAt)
    }

    private typealias Cut = (bp: Int64, fixed: Int64?, knownAt: Instant)

    /// By the App Store's price point, where it is told: 0.99 USD pays 0.70, which no rate gives.
    private func commission(
        _ price: StorePrice, _ net: Int64, _ currency: Currency, of sale: SaleFacts, _ keys: SaleKeys, known: Instant
    ) throws(Unknown) -> Cut {
        let points = keys.points(price, quantity: sale.quantity)
        if case (.proceeds(let one), let knownAt)? = find(points, at: sale.purchasedAt, known: known) {
            let (all, overflow) = one.multipliedReportingOverflow(by: Int64(sale.quantity))
            guard !overflow, let proceeds = currency.minorUnits(ofMilliunits: all), proceeds <= net else {
                throw .moreThanPrice
            }
            return (0, net - proceeds, knownAt)
        }
        guard case (.rate(let bp), let knownAt)? = find(keys.rates, at: sale.purchasedAt, known: known) else {
            throw .commissionMissing
        }
        return (bp, nil, knownAt)
    }
}

/// Under what a sale's settings stand, the closest first.
private struct SaleKeys {
    let prices: [BooksSettingKey]
    let taxes: [BooksSettingKey]
    let rates: [BooksSettingKey]
    private let product: String
    private let places: [StorefrontScope]

    init(_ sale: SaleFacts) {
        product = sale.product
        places = StorefrontScope.places(of: sale.storefront)
        prices = places.map { .price(product: sale.product, $0) }
        taxes = places.map { .tax($0) }
        rates = places.map { .commission($0) }
    }

    /// Of one pack; none if the price is not that many times one.
    func points(_ price: StorePrice, quantity: Int32) -> [BooksSettingKey] {
        guard quantity > 0, price.milliunits.isMultiple(of: Int64(quantity)) else { return [] }
        let one = StorePrice(milliunits: price.milliunits / Int64(quantity), currency: price.currency)
        return [product, nil].flatMap { product in
            places.map { .proceeds(product: product, $0, customer: one) }
        }
    }

    var all: [BooksSettingKey] { prices + taxes + rates }
}
