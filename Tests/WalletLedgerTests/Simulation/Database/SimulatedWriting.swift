import Postgres
import WalletDomain

@testable import WalletLedger

extension UpdateWallets: SimulatedStatement {
    var names: [LockTarget] { books.map { .wallet($0.state.id) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        // The rows first: whoever waits for one and is woken finds it as it is then.
        for book in books where server.row(of: book.state.id) != nil {
            try server.database.lock(.wallet(book.state.id), for: server.current)
        }
        for (book, head) in zip(books, heads) {
            guard let row = server.row(of: book.state.id) else { continue }
            server.current.drafts[book.state.id, default: WalletDraft()].row =
                try changed(row, book, head, isGuarded: server.isGuarded)
        }
        return []
    }

    private func changed(
        _ row: WalletState, _ book: WalletBook, _ head: [UInt8], isGuarded: Bool
    ) throws(Interruption) -> WalletState {
        let isAsLoaded = row.sequence == book.loadedSequence && row.status == book.loadedStatus
        guard isAsLoaded || !isGuarded else { throw .violates("wallets_moved_on", .checkViolation) }
        let (before, after) = (book.loadedBalances, book.state.balances)
        var next = row
        next.balances = Balances(
            paid: row.balances.paid + after.paid - before.paid, bonus: row.balances.bonus + after.bonus - before.bonus,
            promo: row.balances.promo + after.promo - before.promo,
            held: row.balances.held + after.held - before.held, debt: row.balances.debt + after.debt - before.debt)
        guard next.balances.isPossible else { throw .violates("wallets_check", .checkViolation) }
        next.status = book.state.status
        next.sequence = book.state.sequence
        next.lotCount = book.state.lotCount
        next.lastAt = book.state.lastAt
        next.head = head
        return next
    }
}

extension SimulatedServer {
    var isGuarded: Bool { database.defect != .guardIgnored && database.defect != .walletsNotLocked }

    /// Another transaction has lines of this wallet that stand in the way of ours, if it commits.
    func blocker(of entry: Entry) -> SimulatedTransaction? {
        database.conflicting(with: current) { other in
            other.drafts[entry.wallet]?.lines.contains { line in
                line.entry.sequence == entry.sequence
                    || (entry.operationKey != nil && line.entry.operationKey == entry.operationKey)
            } == true
        }
    }
}

extension Balances {
    /// The CHECKs of `wallets`, once more.
    fileprivate var isPossible: Bool {
        [paid, bonus, promo, held, debt].allSatisfy { $0 >= 0 } && held <= total && total <= CoinAmount.coinsMax
    }
}

extension InsertEntries: SimulatedStatement {
    var names: [LockTarget] { entries.map { .wallet($0.entry.wallet) } }

    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        let database = server.database
        for (entry, _) in entries { if let other = server.blocker(of: entry) { throw .blocked(on: other) } }
        for (entry, hash) in entries {
            let file = database.tables.wallets[entry.wallet]
            if file?.lines[entry.sequence] != nil, server.isGuarded {
                throw .violates("entries_pkey")
            }
            if let key = entry.operationKey, file?.keys[key] != nil, database.defect != .keysTwice {
                throw .violates("entries_key")
            }
            guard entry.isPossible else { throw .violates("entries_check", .checkViolation) }
            server.current.drafts[entry.wallet, default: WalletDraft()].lines.append(
                JournalLine(entry: entry, hash: hash, lane: lane, beat: beat))
        }
        return []
    }
}

extension Entry {
    /// The CHECKs of `entries`, once more.
    fileprivate var isPossible: Bool {
        let figures = [after.paid, after.bonus, after.promo, after.held, after.debt, coins]
        let isMoving = coins > 0 || [3, 5, 7, 9, 10, 11, 12, 13].contains(kind.rawValue)
        let isAboutUser = [debit, credit].contains { (9100...9299).contains($0.rawValue) }
        return figures.allSatisfy { $0 >= 0 } && isMoving && isAboutUser && debit != credit
            && (operation == sequence) == (first != nil) && operation <= sequence
            && (kind != .held) == (references.expiresAt == nil)
            && references.refersTo.map { $0 > 0 && $0 < operation } ?? (![10, 11, 12, 13].contains(kind.rawValue))
    }
}

extension UpdateLots: SimulatedStatement {
    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for (wallet, lot) in lots {
            guard lot.isPossible else { throw .violates("lots_check", .checkViolation) }
            guard server.database.tables.wallets[wallet]?.lots[lot.number] != nil else { continue }
            server.current.drafts[wallet, default: WalletDraft()].lots[lot.number] = lot
        }
        return []
    }
}

extension InsertLots: SimulatedStatement {
    func execute(on server: SimulatedServer) throws(Interruption) -> [Void] {
        for (wallet, opening, lot) in lots {
            guard lot.isPossible, (lot.kind == .promo) == (opening.sale == nil) else {
                throw .violates("lots_check", .checkViolation)
            }
            let isThere = server.database.tables.wallets[wallet]?.lots[lot.number] != nil
            guard !isThere || !server.isGuarded else { throw .violates("lots_pkey") }
            server.current.drafts[wallet, default: WalletDraft()].lots[lot.number] = lot
        }
        return []
    }
}

extension Lot {
    /// The CHECKs of `lots`, once more.
    fileprivate var isPossible: Bool {
        [consumed, removed, held].allSatisfy { $0 >= 0 } && issued > 0 && consumed + removed + held <= issued
            && (expiresAt == nil || kind == .promo)
    }
}
