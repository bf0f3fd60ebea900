/// One accepted operation: its wallet and the sequence of its first entry. On the wire: `spd_<wallet>_<sequence>`.
package struct OperationID: Hashable, Sendable {
    package let wallet: WalletID
    package let sequence: Int64

    package init(wallet: WalletID, sequence: Int64) {
        self.wallet = wallet
        self.sequence = sequence
    }
}
