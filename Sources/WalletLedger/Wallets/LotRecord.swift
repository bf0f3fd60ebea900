package import WalletDomain

/// The coins of one credit, with what is known of their sale.
package struct LotRecord: Hashable, Sendable {
    package let lot: Lot
    /// Nil for granted coins.
    package let sale: LotOpening.Sale?

    package init(lot: Lot, sale: LotOpening.Sale?) {
        self.lot = lot
        self.sale = sale
    }
}
