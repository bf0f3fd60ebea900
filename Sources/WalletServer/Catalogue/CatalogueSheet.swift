internal import WalletDomain
internal import WalletLedger

/// The catalogue as a sheet: one row an item, with its regular price and its sale in force, or else the next one.
enum CatalogueSheet {
    enum Column: String, CaseIterable, Sendable {
        case item
        case title
        case description
        case tags
        case kind
        case state
        case picture
        /// Coins; `none`: no regular price in force.
        case price
        /// `yes` for a price of 0, which needs it.
        case free
        case salePrice = "sale_price"
        case saleFree = "sale_free"
        case saleFrom = "sale_from"
        case saleTo = "sale_to"
    }

    static let none = "none"
    static let yes = "yes"
    static let no = "no"

    /// A cell as spreadsheets get it: what they would run begins with an apostrophe, and so does what has one.
    static func guarded(_ text: String) -> String { text.hasPrefix("'") ? "'" + text : text }

    /// What `guarded` and `CSVBuffer.text` made of a text.
    static func unguarded(_ cell: String) -> String {
        guard cell.hasPrefix("'") else { return cell }
        let rest = String(cell.dropFirst())
        return rest.hasPrefix("'") || CSVText.misleads(rest.utf8) ? rest : cell
    }

    static func head(_ buffer: inout CSVBuffer) {
        buffer.mark()
        for column in Column.allCases { buffer.word(column.rawValue) }
        buffer.endRow()
    }

    static func append(_ item: CatalogueItem, at moment: Instant, zone: ShopZone, to buffer: inout CSVBuffer) {
        let plan = item.plan
        let regular = plan.regular(at: moment)
        let sale = sale(of: plan, at: moment)
        for column in Column.allCases {
            buffer.text(guarded(text(column, item, regular, sale, zone)))
        }
        buffer.endRow()
    }

    /// The sale in force at `moment`, or the next one.
    static func sale(of plan: ItemPlan, at moment: Instant) -> PlannedPrice? {
        plan.prices.filter { $0.layer == .sale && !$0.isEmpty && ($0.to.map { $0 > moment } ?? true) }
            .min { $0.from < $1.from }
    }

    private static func text(
        _ column: Column, _ item: CatalogueItem, _ regular: PlannedPrice?, _ sale: PlannedPrice?, _ zone: ShopZone
    ) -> String {
        let plan = item.plan
        return switch column {
        case .item: item.offer.item.text
        case .title: plan.details.title
        case .description: plan.details.description ?? ""
        case .tags: plan.details.tags.joined(separator: " ")
        case .kind: plan.kind.word
        case .state: plan.status.word
        case .picture: plan.details.picture ?? ""
        case .price: regular.map { String($0.price.coins) } ?? none
        case .free: regular?.price == .zero ? yes : no
        case .salePrice: sale.map { String($0.price.coins) } ?? ""
        case .saleFree: sale.map { $0.price == .zero ? yes : no } ?? ""
        case .saleFrom: sale.map { time($0.from, zone) } ?? ""
        case .saleTo: sale?.to.map { time($0, zone) } ?? ""
        }
    }

    /// By the shop's clock, where that names the moment; else in UTC.
    private static func time(_ moment: Instant, _ zone: ShopZone) -> String {
        let local = zone.local(moment)
        let isNamed =
            switch zone.resolve(local) {
            case .once(let instant), .firstOfTwo(let instant): instant == moment
            case .never: false
            }
        return isNamed ? local.text : moment.text
    }
}
