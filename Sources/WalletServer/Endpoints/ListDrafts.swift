internal import WalletDomain
internal import WalletLedger

/// Drafts of the catalogue, the newest first, published and discarded ones too.
struct ListDrafts: Endpoint {
    static let route = Route(.get, "/v1/admin/drafts", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    struct Input: Sendable {
        let before: Int64
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        return Input(before: try query.numberBefore(Self.list), limit: try query.limit())
    }

    func run(_ input: Input, as caller: Caller) async throws -> DraftList {
        let drafts = try await desk.catalogue.drafts(before: input.before, limit: input.limit)
        return DraftList(drafts: drafts, isFull: drafts.count == input.limit)
    }

    static let list = "admin/drafts"

    struct DraftList: Answer {
        let drafts: [CatalogueDraft]
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.array("drafts") { list in for draft in drafts { list.object { $0.draft(draft) } } }
            if isFull, let last = drafts.last {
                object.member("next_cursor", Cursor.text(String(last.number), of: ListDrafts.list))
            }
        }
    }
}

extension Query {
    /// Where a list of numbered things, the newest first, goes on.
    func numberBefore(_ list: String) throws(Problem) -> Int64 {
        guard let cursor = self["cursor"] else { return .max }
        guard let number = Int64(try Cursor.name(cursor, of: list)), number > 0 else { throw Problem(code: .badCursor) }
        return number
    }
}
