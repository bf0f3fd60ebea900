internal import WalletDomain

/// Free coins with a reason. Beyond the limit another person must approve it.
struct GrantByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/grants", as: GrantWalletCoins.route)
    static let ownFields: Set<String> = ["key", "coins"]
    let desk: ActDesk
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        [("coins", .number(try form.coins("coins")))]
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        WalletActEnd(try await visit.ask(GrantWalletCoins(desk: desk), request), done: .coinsGranted)
    }
}

/// A debt is forgiven, whole or in part. Beyond the limit another person must approve it.
struct WriteOffByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/write-off", as: WriteOffWalletDebt.route)
    static let ownFields: Set<String> = ["key", "coins"]
    let desk: ActDesk
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        [("coins", .number(try form.coins("coins")))]
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        let endpoint = WriteOffWalletDebt(desk: desk, wallets: page.wallets)
        return WalletActEnd(try await visit.ask(endpoint, request), done: .debtWrittenOff)
    }
}
