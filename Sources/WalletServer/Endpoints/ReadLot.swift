internal import WalletDomain
internal import WalletLedger

/// One lot and what became of its coins: every entry that touched it, the oldest first; of a lot that came by a merge
/// those of the merged wallet before.
///
/// A page ends when it is full or when so many entries of the wallet were looked at; it may be short, even empty, while
/// `next_cursor` leads on.
struct ReadLot: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/lots/{lot}", access: .keys([.read]))
    let wallets: WalletReads
    let estates: EstateReader

    struct Input: Sendable {
        let page: PageInput
        let lot: Int32
    }

    func parse(_ call: Call) throws -> Input {
        let page = try PageInput(call)
        // Lots have one spelling each: no sign, no leading zero.
        guard let lot = Int32(call.path("lot")), lot > 0, String(lot) == call.path("lot") else {
            throw Problem(code: .lotNotFound)
        }
        return Input(page: page, lot: lot)
    }

    func run(_ input: Input, as caller: Caller) async throws -> LotReading {
        let (environment, found) = try await wallets.find(input.page.user, input.page.environment)
        guard let wallet = found, let record = try await wallets.reader.lot(input.lot, of: wallet) else {
            throw Problem(code: .lotNotFound)
        }
        let (uses, next) = try await uses(input, try await places(of: input.lot, in: wallet))
        return LotReading(record: record, page: Page(environment: environment, rows: uses, next: next))
    }

    /// A lot in one of the wallets in which it was.
    private struct Place {
        let wallet: WalletID
        let lot: Int32

        var list: String { "lots/\(lot)" }
    }

    struct Use: Sendable {
        let entry: Entry
        /// The lot's number in the entry's wallet.
        let lot: Int32
    }

    /// Where the lot has been, the first wallet first.
    private func places(of lot: Int32, in wallet: WalletID) async throws(WalletError) -> [Place] {
        var places = [Place(wallet: wallet, lot: lot)]
        for _ in 0...Limits.mergeDepthMax {
            let known = places[0]
            let takeover = try await estates.takeovers(by: known.wallet).first {
                known.lot > $0.lotOffset && known.lot <= $0.lotOffset + $0.lots
            }
            guard let takeover else { return places }
            places.insert(Place(wallet: takeover.source, lot: known.lot - takeover.lotOffset), at: 0)
        }
        throw .internalError
    }

    /// A page of them. The cursor tells in which wallet it stopped.
    private func uses(_ input: Input, _ places: [Place]) async throws -> (page: [Use], next: String?) {
        var (start, after) = (0, Int64(0))
        if let cursor = input.page.cursor {
            let found = places.enumerated().compactMap { index, place in
                // Of which wallet it is, the others do not know.
                (try? Cursor.row(cursor, of: place.list, in: place.wallet)).map { (index, $0) }
            }
            guard let place = found.first else { throw Problem(code: .badCursor) }
            (start, after) = place
        }
        var page: [Use] = []
        for place in places.dropFirst(start) {
            let left = input.page.limit - page.count
            guard left > 0 else { return (page, Cursor.text(0, of: place.list, in: place.wallet)) }
            let uses = try await wallets.reader.uses(ofLot: place.lot, of: place.wallet, after: after, limit: left)
            page += uses.entries.map { Use(entry: $0, lot: place.lot) }
            if let next = uses.next { return (page, Cursor.text(next, of: place.list, in: place.wallet)) }
            after = 0
        }
        return (page, nil)
    }

    struct LotReading: Answer {
        let record: LotRecord
        let page: Page<Use>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.lot(record)
            object.array("uses") { list in
                for use in page.rows { list.object { $0.use(of: use.lot, in: use.entry) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}
