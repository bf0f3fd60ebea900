internal import Postgres
package import WalletDomain

/// Seals what moved since the last seal, in the memory of one batch of rows.
package struct Sealer: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func newest() async throws(WalletError) -> Seal? { try await database.rows(FindNewestSeal()).first }

    /// Makes the next seal.
    ///
    /// Several processes may do so at once: only one of them keeps its seal. What would take long (the first seal of an
    /// old database) becomes several seals.
    /// - Parameter everyMs: not before the last seal is so old; 0 for at once.
    /// - Returns: the seal and whether more is to be sealed at once; nil if nothing moved, it is too early, or somebody
    ///   else made it.
    package func seal(everyMs: Int64 = 0) async throws(WalletError) -> (seal: Seal, hasMore: Bool)? {
        let now = try await database.time()
        do {
            let made = try await database.pool.snapshot(deadlineMs: Limits.sealDeadlineMs) { snapshot in
                try await Self.next(in: snapshot, at: now, everyMs: everyMs)
            }
            guard let made else { return nil }
            guard try await database.change(InsertSeal(seal: made.seal)).affectedRows == 1 else { return nil }
            return made
        } catch let error as PostgresError {
            throw database.walletError(error, during: "Sealer.seal", writes: false)
        } catch let error as WalletError {
            throw error
        } catch {
            throw database.unforeseen(error, during: "Sealer.seal")
        }
    }

    private static func next(
        in snapshot: PostgresSnapshot, at now: Instant, everyMs: Int64
    ) async throws -> (seal: Seal, hasMore: Bool)? {
        let last = try await snapshot.query(FindNewestSeal()).first
        if let last, everyMs > 0, last.sealedAt.adding(milliseconds: everyMs) > now { return nil }
        let all = JournalCut(
            beats: Dictionary(uniqueKeysWithValues: try await snapshot.query(ReadCut()).map { ($0.0, $0.1) }))
        let before = last?.cut ?? .origin
        let audit = try await snapshot.query(ReadAuditHead()).first
        let timeout = LocalSetting(name: "statement_timeout", value: String(Limits.sealDeadlineMs))
        _ = try await snapshot.query(timeout)
        var from = before
        var to = all.atMost(Limits.sealBeatsMax, after: from)
        while to != from {
            var heads = SealedHeads()
            // Beats without entries (repeats of calls) are sealed with the next ones that have some.
            let list = ListSealedHeads(after: before, upTo: to)
            try await snapshot.copy(list, bytesMax: Limits.verifyBatchBytes) { batch in
                try batch.forEach(of: ListSealedHeads.self) { heads.add($0) }
            }
            if heads.count > 0 {
                let seal = Seal(
                    number: (last?.number ?? 0) + 1, sealedAt: now, cut: to, heads: heads, audit: audit,
                    after: last?.root ?? Seal.originRoot)
                return (seal, to != all)
            }
            from = to
            to = all.atMost(Limits.sealBeatsMax, after: from)
        }
        return nil
    }
}

extension JournalCut {
    /// The cut that lies at most so many beats of each lane behind `earlier`.
    fileprivate func atMost(_ beatsMax: Int64, after earlier: JournalCut) -> JournalCut {
        JournalCut(
            beats: Dictionary(uniqueKeysWithValues: beats.map { ($0.key, min($0.value, earlier[$0.key] + beatsMax)) }))
    }
}
