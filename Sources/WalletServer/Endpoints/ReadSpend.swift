internal import WalletDomain
internal import WalletLedger

/// A spend as it was answered when it was made, and what was undone of it since: in all, by lot, and undo by undo.
struct ReadSpend: Endpoint {
    static let route = Route(.get, "/v1/spends/{spend}", access: .keys([.read, .spend]))
    let reader: WalletReader

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
        let id = input.id
        let list = "undos/\(id.sequence)"
        let after = try input.cursor.map { try Cursor.row($0, of: list, in: id.wallet) } ?? 0
        let entries = try await reader.operation(id)
        // The id of another kind of operation in a spend's clothes.
        guard entries.first?.kind == .spent else { throw Problem(code: .spendNotFound) }
        let undos = try await reader.undos(of: id, after: after, limit: input.limit)
        let next =
            undos.count == input.limit
            ? undos.last.map { Cursor.text($0[0].sequence, of: list, in: id.wallet) } : nil
        return SpendReading(
            spend: try SpendAnswer(entries, undone: try await reader.undone(of: id)),
            undos: try undos.map { entries throws(WalletError) in try UndoAnswer(entries) }, next: next)
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
