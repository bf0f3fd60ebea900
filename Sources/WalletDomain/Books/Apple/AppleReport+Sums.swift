extension AppleReport {
    /// One row for each group, currency and type: a detailed report has one for each sale. In a fixed order.
    package var summed: [Row] {
        struct Key: Hashable {
            let group: Group
            let currency: Currency
            let type: String
        }
        var sums: [Key: (units: Int64, proceeds: Int64)] = [:]
        for row in rows {
            let key = Key(group: row.group, currency: row.proceedsCurrency, type: row.type)
            let sum = sums[key] ?? (0, 0)
            // Bounded rows of bounded amounts: no overflow.
            sums[key] = (sum.units + row.units, sum.proceeds + row.proceeds)
        }
        return sums.map { key, sum in
            Row(
                group: key.group, units: sum.units, proceedsCurrency: key.currency, proceeds: sum.proceeds,
                type: key.type)
        }.sorted { Self.order($0) < Self.order($1) }
    }

    private struct Order: Comparable {
        let texts: [String]
        let price: Int64
        let isReturn: Bool

        static func < (left: Self, right: Self) -> Bool {
            if left.texts != right.texts { return left.texts.lexicographicallyPrecedes(right.texts) }
            return left.price == right.price ? !left.isReturn && right.isReturn : left.price < right.price
        }
    }

    private static func order(_ row: Row) -> Order {
        Order(
            texts: [
                row.group.product, row.group.country, row.group.customerCurrency.code, row.proceedsCurrency.code,
                row.type,
            ], price: row.group.unitPrice, isReturn: row.group.isReturn)
    }
}
