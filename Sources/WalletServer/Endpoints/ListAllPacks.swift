internal import WalletDomain
internal import WalletLedger

/// Every pack, withdrawn ones too, for admins.
struct ListAllPacks: Endpoint {
    static let route = Route(.get, "/v1/admin/packs", access: .keys([.read, .catalogue]))
    let catalogue: Catalogue

    struct Input: Sendable {
        let after: PackID?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        let after = try query["cursor"].map { try PackID(Cursor.name($0, of: "admin/packs")) }
        return Input(after: after, limit: try query.limit())
    }

    func run(_ input: Input, as caller: Caller) async throws -> PackList {
        let packs = try await catalogue.packs(includingWithdrawn: true, after: input.after, limit: input.limit)
        return PackList(packs: packs, isFull: packs.count == input.limit)
    }

    struct PackList: Answer {
        let packs: [Pack]
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.array("packs") { list in
                for pack in packs { list.object { PackAnswer(pack: pack).write(to: &$0) } }
            }
            if isFull { object.member("next_cursor", packs.last.map { Cursor.text($0.id.text, of: "admin/packs") }) }
        }
    }
}
