internal import Postgres
internal import Synchronization
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// How setting the tester flag ended.
package enum TesterChange: Hashable, Sendable {
    case changed
    /// The flag stood so already.
    case unchanged
    /// Nothing happened: the wallet that calls would no longer mean holds coins. Ask again, confirmed.
    case needsConfirmation(coins: Int64)
}

/// Testers use the Sandbox wallet where a call names no environment.
extension Directory {
    /// At once; true or false as of the last refresh (`Limits.listRefreshMs`).
    package func isTester(_ user: UserID) -> Bool { testers.withLock { $0.contains(user) } }

    /// Reads the list again; call it before serving, then leave it to `keepFresh`.
    package func refreshTesters() async throws(WalletError) {
        let list = try await database.rows(ListTesters())
        if list.count == Limits.testersMax { database.report("more testers than \(Limits.testersMax)") }
        testers.withLock { $0 = Set(list) }
    }

    /// Until the task is cancelled. While the database does not answer, the last list stays.
    package func keepFresh() async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .milliseconds(Limits.listRefreshMs))
                try await refreshTesters()
            } catch {
                continue
            }
        }
    }

    /// Flags a user (seen before or not) as a tester, or takes the flag away; who did it and why stands with it.
    package func setTester(
        _ user: UserID, _ isTester: Bool, confirmed: Bool, by caller: CallerID, _ act: ActByHand
    ) async throws(WalletError) -> TesterChange {
        let left: StoreEnvironment = isTester ? .production : .sandbox
        let name = pseudonyms.name(of: user)
        let (record, newWallet, shiftMs) = (UUID(), makeWallet(), database.clockShiftMs)
        let change = try await database.transaction("Directory.setTester") {
            step throws(PostgresError) -> TesterChange? in
            guard let identity = try step.identity(of: user, name, changes: true), !identity.isErased else {
                return nil
            }
            let owner = identity.canonical
            guard try step.rows(LockUser(user: owner)).first != isTester else { return TesterChange.unchanged }
            let coins = try step.rows(CoinsOfUser(user: owner, environment: left)).first ?? 0
            guard confirmed || coins == 0 else { return .needsConfirmation(coins: coins) }
            try step.change(FlagUser(user: owner, isTester: isTester))
            // The reason stands beside the wallet that calls mean from now on, where erasing the user finds it.
            let key = Key(user: owner, environment: isTester ? .sandbox : .production)
            try step.change(InsertUserWallet(key: key, wallet: newWallet))
            guard let wallet = try step.rows(FindWallet(key: key)).first else {
                throw .unexpectedShape("a wallet that was inserted is not there")
            }
            var insert = InsertAuditRecord(
                record: record, caller: caller, action: "set_tester", wallet: wallet, transaction: nil,
                reason: act.note.digest, clockShiftMs: shiftMs)
            insert.origin = act.origin
            insert.tell(
                AuditedFigures([("tester", .flag(!isTester))]), became: AuditedFigures([("tester", .flag(isTester))]))
            try step.record(insert, act.note)
            return .changed
        }
        guard let change else { throw .userErased }
        if case .needsConfirmation = change { return change }
        flag(user, isTester)
        return change
    }

    /// This process need not wait for its next refresh.
    private func flag(_ user: UserID, _ isTester: Bool) {
        testers.withLock { list in
            if isTester { list.insert(user) } else { list.remove(user) }
        }
    }
}
