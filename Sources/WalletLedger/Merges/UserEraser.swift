internal import Postgres
internal import WalletDomain

/// The last transaction of an erasure: every row that names the user, or says something personal, says it no longer.
struct UserEraser {
    private let names: [(user: UserID, name: UserID)]
    private let caller: CallerID
    private let step: LedgerTransaction
    private let clockShiftMs: Int64

    /// - Parameter names: users who still stand somewhere, locked, and what is put in their place.
    init(
        _ names: [(user: UserID, name: UserID)], _ caller: CallerID, _ step: LedgerTransaction, clockShiftMs: Int64
    ) {
        self.names = names
        self.caller = caller
        self.step = step
        self.clockShiftMs = clockShiftMs
    }

    func run() throws(PostgresError) {
        guard !names.isEmpty else { return }
        let users = names.map(\.user)
        let wallets = Array(Set(try step.rows(ListWalletsOfUsers(users: users)).map(\.wallet)))
            .sorted { ($0.bucket, $0) < ($1.bucket, $1) }
        // Proofs that the user's tokens or purchases lead to go first: afterwards nothing leads to them.
        try step.change(EraseUnattributed(users: users, wallets: wallets))
        try step.change(EraseNotifications(wallets: wallets))
        try step.change(EraseProofs(wallets: wallets))
        try step.change(EraseNotes(wallets: wallets))
        try step.change(EraseTokenOfPurchases(wallets: wallets))
        try step.change(EndHistorySweeps(wallets: wallets))
        try step.change(RenameTokens(names: names))
        try step.change(RenameOrders(names: names))
        try step.change(RenameConsents(names: names))
        try step.change(RenameMerges(names: names))
        try step.change(RenameMergeTargets(names: names))
        try step.change(RenameWalletsOfUsers(names: names))
        try step.change(RenameUsers(names: names, clockShiftMs: clockShiftMs))
        try step.record(
            (wallets.isEmpty ? [nil] : wallets.map(Optional.some)).map { wallet in
                InsertAuditRecord(caller: caller, action: "erase_user", wallet: wallet, clockShiftMs: clockShiftMs)
            })
    }
}
