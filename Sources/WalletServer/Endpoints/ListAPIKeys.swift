internal import WalletDomain
internal import WalletLedger

/// Every API key, ended ones too, by name: never the key, only what tells it from others.
struct ListAPIKeys: Endpoint {
    static let route = Route(.get, "/v1/admin/keys", access: .keys([.keys]))
    let keys: KeyStore

    struct Input: Sendable {
        let after: (name: String, digest: [UInt8])?
        let limit: Int
    }

    private static let list = "admin/keys"
    private static let digestBytes = 32

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        return Input(after: try query["cursor"].map { try Self.place($0) }, limit: try query.limit())
    }

    private static func place(_ cursor: String) throws(Problem) -> (name: String, digest: [UInt8]) {
        let bytes = try Cursor.bytes(cursor, of: list, bytesMax: 4 * Limits.nameBytesMax)
        let name = String(validating: bytes.dropFirst(digestBytes), as: UTF8.self)
        guard bytes.count > digestBytes, let name, !name.utf8.contains(0) else { throw Problem(code: .badCursor) }
        return (name, Array(bytes.prefix(digestBytes)))
    }

    func run(_ input: Input, as caller: Caller) async throws -> KeyList {
        let keys = try await keys.page(after: input.after, limit: input.limit)
        let next = keys.count == input.limit ? keys.last.map { $0.digest + Array($0.name.utf8) } : nil
        return KeyList(keys: keys, next: next.map { Cursor.text($0, of: Self.list) })
    }

    struct KeyList: Answer {
        let keys: [KeyRecord]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("keys") { list in
                for key in keys { list.object { $0.key(key) } }
            }
            object.member("next_cursor", next)
        }
    }
}
