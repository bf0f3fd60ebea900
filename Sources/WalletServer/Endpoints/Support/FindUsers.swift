internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Finds users by whatever is known: the beginning of the id, a wallet, an order, a token, any operation, Apple's id.
struct FindUsers: Endpoint {
    static let route = Route(.get, "/v1/admin/users", access: .keys([.support]))
    let reader: SupportReader

    struct Input: Sendable {
        /// As it was asked for.
        let text: String
        let after: UserID?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["q", "cursor", "limit"])
        let text = try UserID(query["q"] ?? "").text
        let after = try query["cursor"].map { try UserID(Cursor.name($0, of: Self.list(text))) }
        return Input(text: text, after: after, limit: try query.limit())
    }

    private static func list(_ text: String) -> String { "users/" + text }

    func run(_ input: Input, as caller: Caller) async throws -> UserHitPage {
        var hits: [UserHit] = []
        var waiting: [StoreTransaction.Key] = []
        if input.after == nil {
            for search in UserSearch.all(input.text) {
                let found = try await reader.find(search, limit: input.limit)
                hits += found.filter { !hits.contains($0) }
                if case .transaction(let id) = search { waiting = try await reader.unattributed(id) }
            }
        }
        let page = try await reader.find(.prefix(input.text, after: input.after), limit: input.limit)
        let next =
            page.count == input.limit ? page.last.map { Cursor.text($0.user.text, of: Self.list(input.text)) } : nil
        return UserHitPage(hits: hits + page.filter { !hits.contains($0) }, unattributed: waiting, next: next)
    }

    struct UserHitPage: Answer {
        let hits: [UserHit]
        /// Purchases of that number that wait for an owner.
        let unattributed: [StoreTransaction.Key]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("users") { list in
                for hit in hits { list.object { $0.hit(hit) } }
            }
            object.array("unattributed") { list in
                for key in unattributed { list.value(WireID.unattributed(key)) }
            }
            object.member("next_cursor", next)
        }
    }
}

extension UserSearch {
    /// All that a text may mean, by its shape; users whose id begins with it are another matter.
    static func all(_ text: String) -> [UserSearch] {
        var searches: [UserSearch] = []
        if let wallet = WireID.parseWallet(text) { searches.append(.wallet(wallet)) }
        if let operation = WireID.parseOperation(text) { searches.append(.wallet(operation.wallet)) }
        if let topup = WireID.parseTopup(text) { searches.append(.wallet(topup.wallet)) }
        if let order = WireID.parseOrder(text) { searches.append(.order(order)) }
        if let token = UUID(canonical: text) { searches.append(.token(token)) }
        // What is no number of Apple's names no purchase.
        if let id = try? TransactionID(text) { searches.append(.transaction(id)) }
        if let key = WireID.parseUnattributed(text) { searches.append(.transaction(key.id)) }
        // A text that is too long was refused before.
        if let user = try? UserID(text) { searches.append(.user(user)) }
        return searches
    }
}

extension JSONWriter {
    mutating func hit(_ hit: UserHit) {
        member("user", hit.user.text)
        member("merged_into", hit.mergedInto?.text)
        member("tester", hit.isTester)
        array("wallets") { list in
            for place in hit.wallets {
                list.object { object in
                    object.member("environment", place.environment.rawValue)
                    object.member("wallet", WireID.wallet(place.wallet))
                }
            }
        }
    }
}
