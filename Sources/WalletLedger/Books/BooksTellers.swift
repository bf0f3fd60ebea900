import Postgres
import WalletDomain

/// Makes the tellers of wallets. A wallet that took over others is told with their books, which are told once more for
/// it from their own journals: merges are few, and nothing is kept from wallet to wallet.
final class BooksTellers {
    private let snapshot: SharedSnapshot
    private let frame: BooksFrame
    private let extent: BooksExtent
    private var session: PostgresSession?
    private var references = UserReferences()

    init(_ snapshot: SharedSnapshot, _ frame: BooksFrame, _ extent: BooksExtent) {
        self.snapshot = snapshot
        self.frame = frame
        self.extent = extent
    }

    func teller(of wallet: BookedWallet) throws -> WalletTeller {
        var estates: [Int64: (teller: WalletTeller, offset: Int32)] = [:]
        for takeover in wallet.takeovers {
            let told = try estate(takeover)
            estates[takeover.operation] = (told, takeover.lotOffset)
        }
        return WalletTeller(
            wallet.key.wallet, user: references.text(of: wallet.key.wallet), frame: frame,
            origins: Dictionary(uniqueKeysWithValues: wallet.lots.map { ($0.lot, $0.origin) }), estates: estates)
    }

    /// The books of a merged wallet as they stood when it was taken over. Its lists are read one after the other, so
    /// that one session does for all merges.
    private func estate(_ takeover: BookedTakeoverLine) throws -> WalletTeller {
        let scope = VerifyScope.wallets([takeover.source])
        let wallet = BookedWallet(
            key: WalletKey(bucket: takeover.source.bucket, uuid: takeover.source.uuid), line: nil,
            lots: try all(ListBookedLots(scope: scope)),
            takeovers: try all(ListBookedTakeovers(scope: scope, extent: extent)))
        var teller = try teller(of: wallet)
        for line in try all(ListEntryLines(scope: scope, extent: extent)) {
            guard let record = line.record else { throw line.refusal }
            try teller.add(record) { _ in }
        }
        try teller.finish(takenOverAt: takeover.at) { _ in }
        return teller
    }

    /// Of one wallet: a merged one has at most `Limits.mergeLotsMax` lots, and a guest's journal is short.
    private func all<S: CopyStatement>(_ statement: S) throws(PostgresError) -> [S.Row] {
        let session: PostgresSession
        if let open = self.session { session = open } else { session = try snapshot.session() }
        self.session = session
        let rows = try CopyRows(
            statement, on: session, bytesMax: Limits.verifyBatchBytes, deadlineMs: Limits.verifyFetchDeadlineMs)
        var all: [S.Row] = []
        while let row = try rows.next() { all.append(row) }
        return all
    }
}

extension EntryLine {
    var refusal: WalletTeller.Refusal {
        WalletTeller.Refusal(wallet: key.wallet, sequence: sequence, why: "the row is no entry")
    }
}
