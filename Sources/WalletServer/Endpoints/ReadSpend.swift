internal import WalletDomain
internal import WalletLedger

/// A spend as it was answered when it was made, and what was undone of it since: in all, by lot, and undo by undo.
struct ReadSpend: Endpoint {
    static let route = Route(.get, "/v1/spends/{spend}", access: .keys([.read, .spend]))
    let reader: WalletReader
    let leads: WalletLeads

    struct Input: Sendable {
        let id: OperationID
        let cursor: String?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        let limit = try query.limit()
        guard let id = WireID.parseSpend(call.path("spend")) else { throw Problem(code: .spendNotFound) }
        return Input(id: id, cursor: query["cursor"], limit: limit)
    }

    func run(_ input: Input, as caller: Caller) async throws -> SpendReading {
        let lineage = try await leads.lineage(of: input.id.wallet)
        let entries = try await reader.operation(input.id)
        // The id of another kind of operation in a spend's clothes.
        guard entries.first?.kind == .spent else { throw Problem(code: .spendNotFound) }
        let (undos, next) = try await undos(input, lineage.map(\.wallet))
        return SpendReading(
            spend: try SpendAnswer(entries, undone: try await undone(of: input.id, lineage)),
            undos: try undos.map { entries throws(WalletError) in try UndoAnswer(entries) }, next: next)
    }

    /// By lot, as the spend's own wallet numbers them; undone there or in those that it was merged into.
    private func undone(
        of id: OperationID, _ lineage: [(wallet: WalletID, lotOffset: Int32)]
    ) async throws -> [Int32: Int64] {
        var undone = try await reader.undone(of: id)
        for place in lineage.dropFirst() {
            for (lot, coins) in try await leads.estates.undone(of: id, in: place.wallet).coins {
                undone[lot - place.lotOffset, default: 0] += coins
            }
        }
        return undone
    }

    /// A page of them: those of the spend's own wallet first. The cursor tells in which wallet it stopped.
    private func undos(_ input: Input, _ wallets: [WalletID]) async throws -> (page: [[Entry]], next: String?) {
        let list = "undos/\(input.id.sequence)"
        var (start, after) = (0, Int64(0))
        if let cursor = input.cursor {
            let places = wallets.enumerated().compactMap { index, wallet in
                // Of which wallet it is, the others do not know.
                (try? Cursor.row(cursor, of: list, in: wallet)).map { (index, $0) }
            }
            guard let place = places.first else { throw Problem(code: .badCursor) }
            (start, after) = place
        }
        var page: [[Entry]] = []
        for (index, wallet) in wallets.enumerated().dropFirst(start) where page.count < input.limit {
            let left = input.limit - page.count
            page +=
                index == 0
                ? try await reader.undos(of: input.id, after: after, limit: left)
                : try await reader.undos(of: input.id, in: wallet, after: after, limit: left)
            after = 0
        }
        guard page.count == input.limit, let last = page.last?.first else { return (page, nil) }
        return (page, Cursor.text(last.sequence, of: list, in: last.wallet))
    }

    struct SpendReading: Answer {
        let spend: SpendAnswer
        let undos: [UndoAnswer]
        let next: String?

        func write(to object: inout JSONWriter) {
            spend.write(to: &object)
            object.array("undos") { list in
                for undo in undos { list.object { undo.write(to: &$0) } }
            }
            object.member("next_cursor", next)
        }
    }
}
