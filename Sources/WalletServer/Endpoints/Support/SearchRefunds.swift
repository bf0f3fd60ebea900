internal import WalletDomain
internal import WalletLedger

/// Purchases that Apple gave money back for, the newest refund first, of everybody.
struct SearchRefunds: Endpoint {
    static let route = Route(.get, "/v1/admin/refunds", access: .keys([.support]))
    let reader: SupportReader
    let wallets: WalletReads

    struct Input: Sendable {
        let user: UserID?
        let filter: RefundFilter
        let cursor: String?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["user", "environment", "product", "from", "to", "cursor", "limit"])
        func moment(_ name: String) throws -> Instant? {
            try query[name].map { text throws(Problem) in
                guard let moment = Instant(text: text) else { throw .malformed(name) }
                return moment
            }
        }
        let filter = RefundFilter(
            environment: try query.environment(), product: try query["product"].map(Self.product),
            from: try moment("from"), to: try moment("to"))
        let user = try query["user"].map { text throws(WalletError) in try UserID(text) }
        return Input(user: user, filter: filter, cursor: query["cursor"], limit: try query.limit())
    }

    /// Any name that Apple may know; what cannot stand in the database is none.
    private static func product(_ text: String) throws(Problem) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        guard isPlain, (1...Limits.nameBytesMax).contains(text.utf8.count) else { throw .malformed("product") }
        return text
    }

    func run(_ input: Input, as caller: Caller) async throws -> RefundPage {
        var filter = input.filter
        if let user = input.user {
            guard let wallet = try await wallets.find(user, filter.environment).wallet else {
                return RefundPage(rows: [], next: nil)
            }
            filter.wallet = wallet
        }
        let list = Self.list(filter)
        let before = try input.cursor.map { text throws(Problem) in
            let place = try MomentCursor(text, of: list)
            guard let key = WireID.parseUnattributed(place.name) else { throw Problem(code: .badCursor) }
            return (at: place.at, key: key)
        }
        let rows = try await reader.refunds(filter, before: before, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return RefundPage(
            rows: rows, next: last.map { MomentCursor.text($0.revokedAt, WireID.unattributed($0.key), of: list) })
    }

    /// All that selects its rows.
    private static func list(_ filter: RefundFilter) -> String {
        let parts = [
            filter.environment?.rawValue, filter.product, filter.wallet?.text, filter.from?.text, filter.to?.text,
        ]
        return "refunds/" + parts.map { $0 ?? "" }.joined(separator: "/")
    }

    struct RefundPage: Answer {
        let rows: [RefundLine]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("refunds") { list in
                for row in rows { list.object { $0.refund(row) } }
            }
            object.member("next_cursor", next)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func refund(_ line: RefundLine) {
        let sold = (line.coins ?? 0) + (line.bonus ?? 0)
        member("transaction_id", line.key.id.text)
        member("environment", line.key.environment.rawValue)
        member("user", line.user?.text)
        member("wallet", line.wallet.map { WireID.wallet($0) })
        member("product", line.product)
        member("coins", line.creditedBy.map { _ in sold })
        member("refunded_coins", line.creditedBy.map { _ in line.word.refundedCoins(of: sold) })
        member("type", line.word.revocation?.type)
        member("percentage_milli", line.word.revocation?.percentageMilli.map { Int64($0) })
        member("refunded_at", line.revokedAt.text)
        member("signed_at", line.word.signedAt.text)
        member("purchased_at", line.purchasedAt?.text)
    }
}
