internal import WalletDomain
internal import WalletLedger

/// What refunds did to a wallet, entry by entry, the newest first.
struct ListWalletRefunds: Endpoint {
    static let route = Route(.get, "/v1/admin/wallets/{user}/refunds", access: .keys([.support]))
    let wallets: WalletReads
    let support: SupportReader

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> ListEntries.EntryPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return ListEntries.EntryPage(page: .empty(environment))
        }
        let before = try input.cursor.map { try Cursor.row($0, of: "refunds", in: wallet) }
        let rows = try await support.refundEntries(of: wallet, before: before, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return ListEntries.EntryPage(
            page: Page(
                environment: environment, rows: rows,
                next: last.map { Cursor.text($0.sequence, of: "refunds", in: wallet) }))
    }
}
