internal import WalletDomain
internal import WalletLedger

/// Lets the time do its work where nobody comes by: holds that are over end, promo coins expire. Never purchased ones.
struct ExpireWallets: Sendable {
    let due: DueWallets
    let writer: Writer
    let caller: CallerID
    let log: ServiceLog

    init(_ rooms: Rooms, caller: CallerID) {
        due = DueWallets(rooms.database)
        writer = rooms.writer
        log = rooms.log
        self.caller = caller
    }

    /// One bounded batch. Several processes may do the same at once: what one has ended is not due for the other.
    /// - Returns: true if there may be more.
    func run() async throws -> Bool {
        let wallets = try await due.find()
        let ended = Tally()
        try await Together.run(wallets, atOnceMax: Limits.dueWalletsMax) { wallet in
            if try await expire(wallet) { await ended.add() }
        }
        let count = await ended.count
        if count > 0 { log.add(LogEvent(.info, "expired", [("wallets", .number(count))])) }
        // Without progress the next look may wait.
        return wallets.count >= Limits.dueWalletsMax && count > 0
    }

    private func expire(_ wallet: WalletID) async throws -> Bool {
        // The wallet is there, so its environment says nothing.
        let command = Command(
            wallet: wallet, environment: .production, caller: caller, idempotency: nil, action: .expire(ExpireDue()))
        guard case .done = try await writer.run(command) else { return false }
        return true
    }

    private actor Tally {
        private(set) var count: Int64 = 0
        func add() { count += 1 }
    }
}
