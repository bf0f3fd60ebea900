internal import Postgres
internal import WalletDomain

extension Parameters {
    /// Two parameters: the bucket and the wallet, as every key of a wallet's tables begins.
    mutating func wallet(_ wallet: WalletID) {
        int2(wallet.bucket)
        uuid(wallet.uuid)
    }

    /// Two parameters: environment and transaction id, as the key of a purchase.
    mutating func key(_ key: StoreTransaction.Key) {
        int2(key.environment.code)
        text(key.id.text)
    }

    mutating func instant(_ moment: Instant?) { timestamp(microseconds: moment?.microseconds) }
}
