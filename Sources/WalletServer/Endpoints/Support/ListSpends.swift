internal import WalletDomain
internal import WalletLedger

/// A wallet's spends, the newest first, each with what came back of it.
struct ListSpends: Endpoint {
    static let route = Route(.get, "/v1/admin/wallets/{user}/spends", access: .keys([.support]))
    let wallets: WalletReads
    let support: SupportReader

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> SpendPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return SpendPage(page: .empty(environment))
        }
        let before = try input.cursor.map { try Cursor.row($0, of: "spends", in: wallet) }
        let (spends, next) = try await support.spends(of: wallet, before: before, limit: input.limit)
        return SpendPage(
            page: Page(
                environment: environment,
                rows: try spends.map { spend throws(WalletError) in try SpendAnswer(spend.entries, undone: spend.undone)
                },
                next: next.map { Cursor.text($0, of: "spends", in: wallet) }))
    }

    struct SpendPage: Answer {
        let page: Page<SpendAnswer>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("spends") { list in
                for spend in page.rows { list.object { spend.write(to: &$0) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}
