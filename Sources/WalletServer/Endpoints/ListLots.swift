internal import WalletDomain
internal import WalletLedger

/// The lots of a wallet: what each credit gave, what is left of it, what was paid for it.
struct ListLots: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/lots", access: .keys([.read]))
    let wallets: WalletReads

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> LotPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return LotPage(page: .empty(environment))
        }
        let after = try input.cursor.map { try Cursor.row($0, of: "lots", in: wallet) } ?? 0
        let rows = try await wallets.reader.lots(
            of: wallet, after: Int32(clamping: after), limit: input.limit)
        let next =
            rows.count == input.limit
            ? rows.last.map { Cursor.text(Int64($0.lot.number), of: "lots", in: wallet) } : nil
        return LotPage(page: Page(environment: environment, rows: rows, next: next))
    }

    struct LotPage: Answer {
        let page: Page<LotRecord>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("lots") { list in
                for record in page.rows { list.object { $0.lot(record) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}

extension JSONWriter {
    mutating func lot(_ record: LotRecord) {
        let lot = record.lot
        member("lot", String(lot.number))
        member("kind", lot.kind.name)
        member("issued", lot.issued)
        member("consumed", lot.consumed)
        member("removed", lot.removed)
        member("held", lot.held)
        member("remaining", lot.remaining)
        member("acquired_at", lot.acquiredAt.text)
        member("expires_at", lot.expiresAt?.text)
        guard let sale = record.sale else { return }
        member("transaction_id", sale.transaction.text)
        member("product", sale.product)
        member("pack", sale.pack.text)
        member("pack_version", Int64(sale.packVersion))
        if let price = sale.price {
            // The customer's price for the whole purchase, in thousandths of the currency's unit, as Apple sends it.
            member("customer_price_milliunits", price.milliunits)
            member("currency", price.currency)
        }
        member("storefront", sale.storefront)
        member("channel", sale.channel)
    }
}
