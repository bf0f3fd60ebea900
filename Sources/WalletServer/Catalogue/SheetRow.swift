internal import WalletDomain
internal import WalletLedger

/// What is wrong with a row of a sheet; the whole sheet is refused for it (case P-2).
package struct SheetError: Error, Hashable, Sendable {
    package let line: Int
    package let column: String?
    /// `price_missing`, `free_not_said`, or a code as problems have it.
    package let code: String
}

/// One row of a sheet, read as a change of its item. Only what differs from the item becomes part of the change.
struct SheetRow {
    let line: Int
    private let cells: [CatalogueSheet.Column: String]
    private let zone: ShopZone

    init(line: Int, cells: [CatalogueSheet.Column: String], zone: ShopZone) {
        self.line = line
        self.cells = cells
        self.zone = zone
    }

    func item() throws(SheetError) -> ItemID {
        do throws(WalletError) {
            return try ItemID(cells[.item] ?? "")
        } catch {
            throw wrong(.item)
        }
    }

    /// - Parameter old: the item as it is planned; nil for a new one.
    func change(from old: ItemPlan?, at moment: Instant) throws(SheetError) -> ItemChange {
        var change = ItemChange()
        try readDetails(&change, old)
        try readPrice(&change, old, at: moment)
        try readSale(&change, old, at: moment)
        return change
    }

    private func readDetails(_ change: inout ItemChange, _ old: ItemPlan?) throws(SheetError) {
        if let title = cells[.title] {
            guard ItemDetails.isTitle(title) else { throw wrong(.title) }
            if title != old?.details.title { change.title = title }
        }
        change.description = edit(cells[.description], old?.details.description)
        change.picture = edit(cells[.picture], old?.details.picture)
        if let text = cells[.tags] {
            let tags = text.split(separator: " ").map(String.init)
            if tags.sorted() != old?.details.tags ?? [] { change.tags = tags }
        }
        if let word = cells[.kind] {
            guard let kind = Offer.Kind.words[word] else { throw wrong(.kind) }
            if kind != old?.kind { change.kind = kind }
        }
        if let word = cells[.state] {
            guard let status = Offer.Status.words[word] else { throw wrong(.state) }
            if status != old?.status ?? .draft { change.status = status }
        }
        for (column, check) in [
            (CatalogueSheet.Column.description, change.description), (.picture, change.picture),
        ] {
            guard case .set(let text) = check else { continue }
            let isRight =
                column == .picture ? ItemDetails.isPicture(text) : ItemDetails.isDescription(text)
            guard isRight else { throw wrong(column) }
        }
        if let tags = change.tags {
            guard tags.count <= Limits.itemTagsMax, Set(tags).count == tags.count, tags.allSatisfy(ItemDetails.isTag)
            else { throw wrong(.tags) }
        }
    }

    /// An empty cell is no value.
    private func edit(_ cell: String?, _ old: String?) -> ItemChange.Edit<String> {
        guard let cell, cell != old ?? "" else { return .keep }
        return cell.isEmpty ? .clear : .set(cell)
    }

    /// An empty price is refused, and so is 0 without the word: free must be said (case P-2).
    private func readPrice(
        _ change: inout ItemChange, _ old: ItemPlan?, at moment: Instant
    ) throws(SheetError) {
        guard let cell = cells[.price] else {
            guard cells[.free] ?? "" == "" || cells[.free] == CatalogueSheet.no else { throw wrong(.free) }
            return
        }
        let regular = old?.regular(at: moment)
        guard !cell.isEmpty else { throw SheetError(line: line, column: "price", code: "price_missing") }
        if cell == CatalogueSheet.none {
            guard try !isYes(.free) else { throw wrong(.free) }
            if let number = regular?.number { change.ends.append(PriceEnd(version: number, at: nil)) }
            return
        }
        let (price, isFree) = try price(cell, .price, .free)
        guard price != regular?.price else { return }
        change.prices.append(NewPrice(layer: .regular, price: price, isFree: isFree, from: nil, to: nil))
    }

    /// An empty sale leaves sales as they are; `none` ends the one that the sheet was given.
    private func readSale(
        _ change: inout ItemChange, _ old: ItemPlan?, at moment: Instant
    ) throws(SheetError) {
        let cell = cells[.salePrice] ?? ""
        guard !cell.isEmpty else {
            for column in [CatalogueSheet.Column.saleFrom, .saleTo] where cells[column] ?? "" != "" {
                throw SheetError(line: line, column: "sale_price", code: "price_missing")
            }
            guard try !isYes(.saleFree) else { throw wrong(.salePrice) }
            return
        }
        let sale = old.flatMap { CatalogueSheet.sale(of: $0, at: moment) }
        if cell == CatalogueSheet.none {
            if let number = sale?.number { change.ends.append(PriceEnd(version: number, at: nil)) }
            return
        }
        let (price, isFree) = try price(cell, .salePrice, .saleFree)
        let (from, to) = (try time(.saleFrom), try time(.saleTo))
        if let sale, sale.price == price, sale.from == from, sale.to == to { return }
        change.prices.append(
            NewPrice(layer: .sale, price: price, isFree: isFree, from: from, to: to, zone: zone.identifier))
    }

    private func price(
        _ cell: String, _ column: CatalogueSheet.Column, _ freeColumn: CatalogueSheet.Column
    ) throws(SheetError) -> (CoinAmount, isFree: Bool) {
        let isDigits = cell.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isDigits, let coins = Int64(cell), String(coins) == cell else { throw wrong(column) }
        let isFree = try isYes(freeColumn)
        // What does not fit is as wrong as what is no number.
        guard let price = try? CoinAmount(coins) else { throw wrong(column) }
        guard isFree == (price == .zero) else {
            throw SheetError(line: line, column: column.rawValue, code: "free_not_said")
        }
        return (price, isFree)
    }

    private func isYes(_ column: CatalogueSheet.Column) throws(SheetError) -> Bool {
        switch cells[column] ?? "" {
        case "", CatalogueSheet.no: return false
        case CatalogueSheet.yes: return true
        default: throw wrong(column)
        }
    }

    /// By the shop's clock, or with an offset of its own; nil for an empty cell.
    private func time(_ column: CatalogueSheet.Column) throws(SheetError) -> Instant? {
        let cell = cells[column] ?? ""
        guard !cell.isEmpty else { return nil }
        if let instant = Instant(text: cell) { return instant }
        guard let local = LocalTime(text: cell) else { throw wrong(column) }
        switch zone.resolve(local) {
        case .once(let instant), .firstOfTwo(let instant): return instant
        case .never: throw SheetError(line: line, column: column.rawValue, code: "local_time_missing")
        }
    }

    private func wrong(_ column: CatalogueSheet.Column) -> SheetError {
        SheetError(line: line, column: column.rawValue, code: "malformed")
    }
}
