internal import Postgres
package import WalletDomain

/// Reads what merged wallets left. Nobody changes it any more, so it can be read bit by bit, outside of any batch.
package struct EstateReader: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Nil: the other half of the merge is still to be done.
    package func takeover(of source: WalletID, by wallet: WalletID) async throws(WalletError) -> WalletTakeover? {
        try await database.rows(FindTakeover(wallet: wallet, source: source)).first
    }

    /// All that a wallet took over, the first first.
    package func takeovers(by wallet: WalletID) async throws(WalletError) -> [WalletTakeover] {
        try await database.rows(ListTakeovers(wallet: wallet))
    }

    /// The entries that closed a merged wallet.
    package func closing(of wallet: WalletID) async throws(WalletError) -> [Entry] {
        try await database.rows(ListLastOperation(wallet: wallet))
    }

    package func estate(of wallet: WalletID) async throws(WalletError) -> WalletEstate {
        var left: [Int32: Int64] = [:]
        for use in try await closing(of: wallet).filter({ $0.credit == .moved }).flatMap(\.lots) {
            left[use.lot, default: 0] += use.coins
        }
        let lots = try await database.rows(ListEstateLots(wallet: wallet)).map { record in
            var lot = record.lot
            // What the merge itself took out is what the other wallet gets.
            lot.removed -= left[lot.number] ?? 0
            return EstateLot(lot: lot, sale: record.sale)
        }
        guard let environment = try await database.rows(FindWalletEnvironment(wallet: wallet)).first else {
            throw .internalError
        }
        let owners = try await database.rows(ListEstateOwnerships(wallet: wallet))
        return WalletEstate(
            wallet: wallet, environment: environment, lots: lots,
            refundEntries: try await database.rows(LoadRefunds(wallets: [wallet])),
            ownerships: Dictionary(uniqueKeysWithValues: owners.map { ($0.item, $0.owner) }),
            purchases: try await database.rows(ListEstatePurchases(wallet: wallet)))
    }

    /// A spend as its own, merged wallet knows it; nil if it is none.
    package func spend(_ id: OperationID) async throws(WalletError) -> PaidSpend? {
        let entries = try await database.rows(FindOperation(id: id))
        let parts = try await database.rows(LoadUndone(spends: [id])).map(\.part)
        return PaidSpend(entries, undone: parts.byLot, undos: parts.undos)
    }

    /// A spend of a wallet merged into `wallet`, with what `wallet` undid of it since.
    package func spend(
        _ spend: PaidSpend, _ id: OperationID, in wallet: WalletID
    ) async throws(WalletError) -> PaidSpend {
        let (byLot, undos) = try await undone(of: id, in: wallet)
        return spend.adding(undone: byLot, undos: undos)
    }

    /// What `wallet` undid of a spend of a wallet merged into it, by the lots' numbers in `wallet`, and how often.
    package func undone(
        of spend: OperationID, in wallet: WalletID
    ) async throws(WalletError) -> (coins: [Int32: Int64], undos: Int) {
        let key = MovedSpendKey(wallet: wallet, spend: spend)
        let parts = try await database.rows(LoadMovedUndone(spends: [key])).map(\.part)
        return (parts.byLot, parts.undos)
    }
}
