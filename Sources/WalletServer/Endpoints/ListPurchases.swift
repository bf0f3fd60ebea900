internal import WalletDomain
internal import WalletLedger

/// The App Store purchases that were credited to a wallet.
struct ListPurchases: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/purchases", access: .keys([.read]))
    let wallets: WalletReads

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> PurchasePage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return PurchasePage(page: .empty(environment), wallet: nil)
        }
        let after = try input.cursor.map { try Cursor.row($0, of: "purchases", in: wallet) } ?? 0
        let rows = try await wallets.reader.purchases(of: wallet, after: after, limit: input.limit)
        let next =
            rows.count == input.limit
            ? rows.last.map { Cursor.text($0.creditedBy, of: "purchases", in: wallet) } : nil
        return PurchasePage(page: Page(environment: environment, rows: rows, next: next), wallet: wallet)
    }

    struct PurchasePage: Answer {
        let page: Page<PurchaseRecord>
        let wallet: WalletID?

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("purchases") { list in
                for record in page.rows { list.object { $0.purchase(record, in: wallet) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func purchase(_ record: PurchaseRecord, in wallet: WalletID?) {
        member("transaction_id", record.transaction.text)
        member("environment", record.environment.rawValue)
        member("state", "credited")
        member("product", record.product)
        member("pack", record.pack?.text)
        member("pack_version", record.packVersion.map { Int64($0) })
        member("quantity", record.quantity.map { Int64($0) })
        member("coins", record.coins)
        member("bonus", record.bonus)
        member("lot", record.lot.map { String($0) })
        member("credit", wallet.map { WireID.credit(OperationID(wallet: $0, sequence: record.creditedBy)) })
        member("purchased_at", record.purchasedAt?.text)
        member("credited_at", record.creditedAt?.text)
        guard let word = record.word, let revocation = word.revocation else { return }
        let coins = word.refundedCoins(of: (record.coins ?? 0) + (record.bonus ?? 0))
        object("refund") { refund in
            refund.member("at", revocation.at.text)
            refund.member("coins", coins)
            refund.member("percentage_milli", revocation.percentageMilli.map { Int64($0) })
        }
    }
}
