import Postgres
import WalletDomain

/// The one round trip that writes a batch's differences with set-based statements and commits.
struct BatchWrite {
    private let pipeline = Pipeline()
    private let commit: Ticket<Commit>
    /// The wallets that change, in key order, and the heads of their chains afterwards.
    let books: [WalletBook]
    let heads: [[UInt8]]

    init(_ batch: Batch, at: Instant, beat: Int64, on connection: LaneConnection) {
        books = batch.books.values.filter(\.isChanged)
            .sorted { ($0.state.id.bucket, $0.state.id) < ($1.state.id.bucket, $1.state.id) }
        heads = books.isEmpty ? [] : Self.addJournal(books, beat: beat, on: connection, to: pipeline)
        if !books.isEmpty {
            Self.addLots(books, connection.rowTypes, to: pipeline)
            Self.addHolds(books, connection.rowTypes, to: pipeline)
            let ended = books.flatMap(\.endedOwnerships)
            if !ended.isEmpty { pipeline.add(EndOwnerships(ends: ended)) }
            let ownerships = books.flatMap(\.newOwnerships)
            if !ownerships.isEmpty { pipeline.add(InsertOwnerships(ownerships: ownerships)) }
            Self.addGivers(books, to: pipeline)
            let takeovers = books.flatMap { book in book.takeovers.map { (book.state.id, $0) } }
            if !takeovers.isEmpty { pipeline.add(InsertTakeovers(takeovers: takeovers)) }
        }
        Self.addPurchases(batch, at: at, to: pipeline)
        if !batch.notes.isEmpty { pipeline.add(InsertNotes(notes: batch.notes)) }
        // Last: they wait for one row that all records have in common. Few: only commands of admins have any.
        for change in batch.audits { pipeline.add(InsertAuditRecord(change)) }
        commit = pipeline.add(Commit())
    }

    /// Returns only if the commit is confirmed: the tag is COMMIT and nothing was said against it.
    func run(_ session: any LaneSession, deadlineMs: Int) throws(PostgresError) {
        session.clearWarnings()
        try session.run(pipeline, deadlineMs: deadlineMs)
        guard commit.commandTag == Commit.sql else { throw .rolledBack }
        // A cancelled wait for a standby answers COMMIT with a warning: written here, perhaps nowhere else.
        guard session.warnings.isEmpty else { throw .commitUnconfirmed }
    }

    /// Returns the heads of the chains.
    private static func addJournal(
        _ books: [WalletBook], beat: Int64, on connection: LaneConnection, to pipeline: Pipeline
    ) -> [[UInt8]] {
        var heads: [[UInt8]] = []
        var lines: [(entry: Entry, hash: [UInt8])] = []
        for book in books {
            var head = book.state.head
            for entry in book.entries {
                head = Chain.hash(of: entry, after: head, lane: connection.lane, beat: beat)
                lines.append((entry, head))
            }
            heads.append(head)
        }
        let types = connection.rowTypes
        let closed = books.compactMap { book in
            book.loadedStatus == .merged ? nil : book.state.mergedInto.map { (book.state.id, $0) }
        }
        if !closed.isEmpty { pipeline.add(CloseWallets(wallets: closed)) }
        pipeline.add(UpdateWallets(books: books, heads: heads, type: types.walletChange))
        if !lines.isEmpty {
            pipeline.add(InsertEntries(entries: lines, type: types.entry, lane: connection.lane, beat: beat))
        }
        return heads
    }

    /// Few: only what merges brought, or what they made twofold.
    private static func addGivers(_ books: [WalletBook], to pipeline: Pipeline) {
        for book in books {
            for new in book.newOwnerships
            where new.givers != [OperationID(wallet: new.wallet, sequence: new.operation)] {
                pipeline.add(
                    SetItemGivers(
                        wallet: new.wallet, item: new.item, operation: new.operation, givers: new.givers))
            }
            for item in book.changedOwners.sorted() {
                guard let owner = book.state.ownerships[item] else { continue }
                pipeline.add(
                    SetItemGivers(
                        wallet: book.state.id, item: item, operation: owner.operation, givers: owner.givers))
            }
        }
    }

    private static func addLots(_ books: [WalletBook], _ types: RowTypes, to pipeline: Pipeline) {
        var changed: [(wallet: WalletID, lot: Lot)] = []
        var opened: [(wallet: WalletID, opening: LotOpening, lot: Lot)] = []
        for book in books {
            let new = Set(book.newLots.map(\.number))
            for number in book.changedLots.subtracting(new).sorted() {
                if let lot = book.lot(number) { changed.append((book.state.id, lot)) }
            }
            for opening in book.newLots {
                if let lot = book.lot(opening.number) { opened.append((book.state.id, opening, lot)) }
            }
        }
        if !changed.isEmpty { pipeline.add(UpdateLots(lots: changed, type: types.lotChange)) }
        if !opened.isEmpty { pipeline.add(InsertLots(lots: opened)) }
    }

    private static func addHolds(_ books: [WalletBook], _ types: RowTypes, to pipeline: Pipeline) {
        let ended = books.flatMap { book in book.holds(book.endedHolds).map { (book.state.id, $0) } }
        if !ended.isEmpty { pipeline.add(EndHolds(holds: ended, type: types.holdChange)) }
        let placed = books.flatMap { book in book.holds(book.newHolds).map { (book.state.id, $0) } }
        if !placed.isEmpty { pipeline.add(InsertHolds(holds: placed, type: types.hold)) }
    }

    private static func addPurchases(_ batch: Batch, at: Instant, to pipeline: Pipeline) {
        let revised = batch.revised.sorted().compactMap { batch.transactions[$0] }
        let adopted = batch.adopted.sorted().compactMap { batch.transactions[$0] }
        if !adopted.isEmpty { pipeline.add(MoveStoreTransactions(transactions: adopted)) }
        // First: the owner must stand there when the credit does.
        if !revised.isEmpty { pipeline.add(ReviseStoreTransactions(transactions: revised)) }
        guard !batch.credits.isEmpty else { return }
        var claims: [(transaction: StoreTransaction, credit: CreditPurchase)] = []
        // A receipt proves many purchases and is kept once.
        var proofs: [ProofPlace: StoredProof] = [:]
        for credit in batch.credits {
            guard let transaction = batch.transactions[credit.key], let owner = transaction.owner else {
                preconditionFailure("a credited purchase has an owner")
            }
            claims.append((transaction, credit))
            proofs[ProofPlace(wallet: owner, digest: credit.proof.digest)] = credit.proof
        }
        pipeline.add(ClaimStoreTransactions(claims: claims, at: at))
        pipeline.add(KeepCreditedProofs(proofs: proofs.map { (wallet: $0.key.wallet, proof: $0.value) }, at: at))
    }

    private struct ProofPlace: Hashable {
        let wallet: WalletID
        let digest: [UInt8]
    }
}
