internal import Postgres

/// Every statement that reads or changes the tables of wallets, but for reports over all of them.
///
/// Each must find its rows by (bucket, wallet), by equality or by arrays, so that it goes to one node of a spread
/// schema; a test lets PostgreSQL explain them all.
package enum WalletStatements {
    package static let all: [(name: String, sql: String)] =
        [
            text(LockWallets.self), text(LockFreeWallets.self), text(LoadOpenLots.self), text(LoadOperations.self),
            text(LoadOwnerships.self), text(UpdateWallets.self), text(UpdateLots.self),
        ] + [
            text(LoadUsedLots.self), text(LoadRefunds.self), text(LoadSpends.self), text(LoadUndone.self),
            text(LoadSpentLots.self), text(LoadSpentOwnerships.self),
        ] + [
            text(LoadMovedUndone.self), text(LoadClosedLots.self), text(ListMovedUndos.self), text(CloseWallets.self),
            text(SetItemGivers.self), text(ListTakeovers.self), text(FindTakeover.self), text(FindStanding.self),
            text(FindWalletEnvironment.self),
            text(ListLastOperation.self), text(CountsTogether.self),
            text(ListEstateLots.self), text(ListEstateOwnerships.self), text(ListEstatePurchases.self),
            text(InsertTakeovers.self), text(EraseNotes.self), text(EraseProofs.self),
        ] + [
            text(LoadOpenHolds.self), text(LoadEndedHolds.self), text(LoadHeldOwnerships.self),
            text(LoadRefundsOfDebtors.self), text(EndHolds.self),
            text(InsertHolds.self), text(FindHold.self), text(ListHoldsOfWallet.self),
        ] + [
            text(InsertMissingWallets.self), text(InsertLots.self), text(InsertEntries.self),
            text(InsertOwnerships.self), text(EndOwnerships.self), text(InsertNotes.self),
            text(KeepCreditedProofs.self), text(InsertPendingProof.self),
        ] + [
            text(ReadSummary.self), text(ListEntries.self), text(ListEntriesBackwards.self),
            text(FindOperation.self), text(ListLots.self), text(ListLotUses.self), text(ListOwnerships.self),
            text(FindLastSequence.self), text(ListUndos.self), text(ListRevocableSpends.self),
            text(FindNote.self), text(ListPurchases.self), text(CoinsOfUser.self),
        ] + [
            text(FindProof.self), text(Reschedule<ProofQueue>.self), text(Settle<ProofQueue>.self),
        ]

    private static func text<S: Statement>(_: S.Type) -> (name: String, sql: String) { ("\(S.self)", S.sql) }
}
