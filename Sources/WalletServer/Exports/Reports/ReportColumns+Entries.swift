/// Columns of reports that go entry by entry. Their order is the files' order.
extension ReportKind {
    static let entryID = ReportColumn.text("entry_id", "the entry of the books")
    static let postingDate = ReportColumn.day("posting_date", "the day on which it counts")
    static let date = ReportColumn.day("date", "the day on which it happened")
    static let user = ReportColumn.text("user_ref", "pseudonym of the user")
    static let unit = ReportColumn.text("unit", "ISO 4217 code, or COIN")
    static let exponent = ReportColumn.count("exponent", "decimals of the unit")
    static let transaction = ReportColumn.text("transaction_id", "Apple's transaction id")
    static let product = ReportColumn.text("product_id", "Apple's product id")
    static let course = ReportColumn.text("course_id", "the item that was bought with coins")
    static let storefront = ReportColumn.text("storefront", "Apple's storefront, three letters")
    static let channel = ReportColumn.text("channel", "where the coins were sold")

    static let journalLinesColumns: [ReportColumn] = [
        entryID, .count("line_no", "line of the entry, from 1"), .text("kind", "what happened"), date, postingDate,
        .moment("recorded_at", "when the journal wrote it down"), .text("account", "code of the chart of accounts"),
        .text("account_name", "its name"), .text("client_account", "the client's own code"), unit, exponent,
        .minor("debit", "0 or more"), .minor("credit", "0 or more"),
        .text("amount_decimal", "debit less credit, with all decimals of the unit"), user,
        .text("lot_id", "the lot of coins"), transaction, product, course, storefront, channel,
        .text("corrects_entry", "the operation that it takes back"),
        .count("actor", "number of the API key or person that caused it"),
        .text("wallet_id", "the wallet, as the journal names it"),
        .count("journal_first", "first sequence of the wallet's journal that it was read from"),
        .count("journal_last", "last sequence"),
        .text("entry_hash", "the wallet's hash chain after it, in hexadecimal"),
    ]

    static let revenueColumns: [ReportColumn] = [
        postingDate, .text("kind", "course, undone, breakage, debt_recovery, forfeited or refund"), course, product,
        storefront, channel, unit, exponent, .coins("coins", "coins used; of a refund, taken back"),
        .minor("gross", "what was earned, tax at use included"), .minor("tax", "tax at use that we owe"),
        .minor("net", "gross less tax: what stands in the income account"),
        .minor("commission", "Apple's cut that became an expense"),
    ]

    static let salesRegisterColumns: [ReportColumn] = [
        entryID, transaction, user, product, .count("quantity", "packs in the transaction"),
        .coins("coins", "paid coins"), .coins("bonus_coins", "coins on top"), storefront, channel,
        .moment("purchase_at", "by Apple's word"), date, postingDate, unit, exponent,
        .count("price_milli", "Apple's price as it was told", .milli), .minor("price", "what the customer paid"),
        .minor("tax", "of it, tax"), .minor("commission", "of it, Apple's cut"),
        .minor("proceeds", "price less tax and commission"),
        .text("price_basis", "signed (Apple's transaction) or price_list"),
        .text("commission_basis", "catalogue (Apple's price points) or rate"),
        .text("status", "unpriced, accrued, part_refunded, refunded or reversed, at the end of the period"),
        .coins("refunded_coins", "taken back by then, as debts too"),
    ]

    static let refundRegisterColumns: [ReportColumn] = [
        .text("refund_entry", "the entry of the books"), .text("kind", "refunded or refund_reversed"), transaction,
        user, product, date, postingDate, .coins("coins", "coins taken back, as a debt too; negative: given back"),
        .coins("coins_unspent", "of them, out of unspent coins"), .coins("coins_debt", "of them, owed from now on"),
        unit, exponent, .minor("refund_net", "what the refund takes of the sale's amount without tax"),
        .minor("refund_tax", "of the sale's tax, where we owe it"),
        .minor("refund_commission", "of Apple's cut"),
        .minor("liability_released", "of refund_net, what was still owed in coins"),
        .minor("contra_revenue", "of refund_net, what had been earned (account 4900)"),
        .text("reversed_by", "the entry that reversed it, until the end of the period"),
    ]

    static let grantsColumns: [ReportColumn] = [
        entryID, .text("kind", "granted, adjusted, forfeited, expired or debt_written_off"), user, date, postingDate,
        .coins("coins", "what the wallet gained; negative: lost; of a debt, what is no longer owed"),
        .moment("expires_at", "of the coins given"),
        .count("actor", "number of the API key or person that caused it"),
    ]

    static let userStatementColumns: [ReportColumn] = [
        user, .count("seq", "sequence of the wallet's journal"), .moment("at", "when it was written down"),
        .text("kind", "what happened"), .coins("paid", "change"), .coins("bonus", "change"),
        .coins("promo", "change"), .coins("debt", "change"), .coins("balance_paid", "after it"),
        .coins("balance_bonus", "after it"), .coins("balance_promo", "after it"),
        .coins("balance_debt", "after it"), .text("reference", "Apple's transaction id, or the operation"),
        .text("course_or_product", "the item or product"),
    ]
}
