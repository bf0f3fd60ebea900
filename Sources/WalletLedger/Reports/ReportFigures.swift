package import WalletDomain

/// What one kind of entry moved between two accounts on one day.
package struct DayFlow: Hashable, Sendable {
    /// 0 is the range's first day; `days` and more: after its end.
    package let day: Int
    package let kind: EntryKind
    package let debit: Account
    package let credit: Account
    package let coins: Int64
    package let entries: Int64

    /// By how much it changed what users hold, and what they owe.
    package var holding: Int64 { (credit.isHeld ? coins : 0) - (debit.isHeld ? coins : 0) }
    package var debt: Int64 { (debit == .debt ? coins : 0) - (credit == .debt ? coins : 0) }
}

extension Account {
    /// Coins in wallets.
    fileprivate var isHeld: Bool { isUsers && self != .debt }
}

/// What all wallets of an environment hold and owe.
package struct WalletTotals: Hashable, Sendable {
    package let coins: Int64
    package let debt: Int64
    package let wallets: Int64
}

/// Coins sold of one product, and what refunds took of them.
package struct ProductSales: Hashable, Sendable {
    package let product: String
    /// Of the pack that sells it; nil if none does any more.
    package let pack: PackID?
    package let purchases: Int64
    package let paid: Int64
    package let bonus: Int64
    /// Less what Apple took back again.
    package let refunded: Int64
}

/// Coins spent on one item, and what was undone.
package struct ItemSpends: Hashable, Sendable {
    /// Nil: an amount was held and captured, not an item.
    package let item: ItemID?
    package let title: String?
    package let spends: Int64
    package let spent: Int64
    package let undone: Int64
}

/// All figures of a range, as of one moment.
package struct ReportFigures: Hashable, Sendable {
    package let flows: [DayFlow]
    package let totals: WalletTotals
    package let products: [ProductSales]
    package let items: [ItemSpends]
    /// What customers paid, by currency.
    package let revenue: [String: JournalTotals.Sales]
    package let salesOfUnknownPrice: Int64
}
