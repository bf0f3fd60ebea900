internal import Postgres
internal import WalletDomain

extension Parameters {
    /// Two parameters: the bucket and the wallet, as every key of a wallet's tables begins.
    mutating func wallet(_ wallet: WalletID) {
        int2(wallet.bucket)
        uuid(wallet.uuid)
    }

    mutating func instant(_ moment: Instant?) { timestamp(microseconds: moment?.microseconds) }
}
