internal import WalletDomain
internal import WalletLedger

/// One lot and what became of its coins: every entry that touched it, the oldest first.
///
/// A page ends when it is full or when so many entries of the wallet were looked at; it may be short, even empty, while
/// `next_cursor` leads on.
struct ReadLot: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/lots/{lot}", access: .keys([.read]))
    let wallets: WalletReads

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
        let list = "lots/\(input.lot)"
        let after = try input.page.cursor.map { try Cursor.row($0, of: list, in: wallet) } ?? 0
        let uses = try await wallets.reader.uses(ofLot: input.lot, of: wallet, after: after, limit: input.page.limit)
        let next = uses.next.map { Cursor.text($0, of: list, in: wallet) }
        return LotReading(record: record, page: Page(environment: environment, rows: uses.entries, next: next))
    }

    struct LotReading: Answer {
        let record: LotRecord
        let page: Page<Entry>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.lot(record)
            object.array("uses") { list in
                for entry in page.rows { list.object { $0.use(of: record.lot.number, in: entry) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}
