internal import WalletDomain
internal import WalletLedger

/// What was sold and what it bought: tables with a bar in each line, picture and figures in one.
struct OverviewTables {
    let period: ReportPeriod
    let figures: ReportFigures

    func write(to page: inout HTMLWriter) {
        page(.div, .class("columns")) { columns in
            columns.section(Texts.salesByPack) { products.write(figures.products, to: &$0) }
            columns.section(Texts.spendsByItem) { items.write(figures.items, to: &$0) }
        }
    }

    private func link(_ kinds: JournalKinds, item: ItemID? = nil, product: String? = nil) -> Link {
        JournalPage.link(
            from: period.from.text, to: period.to.text, environment: period.environment, kinds: kinds,
            item: item?.text, product: product)
    }

    private var products: TablePart<ProductSales> {
        let largest = figures.products.map { $0.paid + $0.bonus }.max() ?? 0
        return TablePart(
            caption: Texts.salesByPack, isCaptionShown: false, empty: Texts.nothingSold,
            columns: [
                .header(Texts.product) { row, cell in
                    if let pack = row.pack {
                        cell(.a, .href(PackPage.link(pack)), text: pack.text)
                        cell(.span, .class("under")) { $0(.code, text: row.product) }
                    } else {
                        cell(.code, text: row.product)
                    }
                },
                Column(Texts.coins, .number) { row, cell in
                    cell.number(row.paid + row.bonus, to: link(.sales, product: row.product))
                    cell.bar(row.paid + row.bonus, of: largest)
                },
                Column(Texts.purchases, .number) { row, cell in
                    cell.number(row.purchases, to: link(.sales, product: row.product))
                },
                Column(Texts.refunded, .number) { row, cell in
                    cell.number(row.refunded, to: link(.refunds, product: row.product))
                },
            ])
    }

    private var items: TablePart<ItemSpends> {
        let largest = figures.items.map(\.spent).max() ?? 0
        return TablePart(
            caption: Texts.spendsByItem, isCaptionShown: false, empty: Texts.nothingSpent,
            columns: [
                .header(Texts.item) { row, cell in
                    guard let item = row.item else { return cell.phrase(Texts.noItem) }
                    cell(.a, .href(ItemPage.link(item)), text: row.title ?? item.text)
                    cell(.span, .class("under")) { $0(.code, text: item.text) }
                },
                Column(Texts.coins, .number) { row, cell in
                    cell.number(row.spent, to: link(.spends, item: row.item))
                    cell.bar(row.spent, of: largest)
                },
                Column(Texts.spends, .number) { row, cell in
                    cell.number(row.spends, to: link(.spends, item: row.item))
                },
                Column(Texts.undone, .number) { row, cell in cell.number(row.undone, to: link(.undos, item: row.item))
                },
            ])
    }
}
