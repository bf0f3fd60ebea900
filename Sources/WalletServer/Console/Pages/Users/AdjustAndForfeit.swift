internal import WalletDomain

/// Free coins are given or taken: a difference. Beyond the limit another person must approve it.
struct AdjustByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/adjustments", as: AdjustWalletCoins.route)
    static let ownFields = FormFields.ofWallet.union(["key", "direction", "coins", "expires_at"])
    let desk: ActDesk
    let zone: ShopZone
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        let coins = try form.coins("coins")
        // The sign is chosen, not typed: a slip of the keyboard turns nothing round.
        guard coins > 0 else { throw Problem.malformed("coins") }
        let end = try form.moment("expires_at", zone).map { InnerRequest.Member.text($0.text) }
        switch form["direction"] {
        case "give": return [("coins", .number(coins)), ("expires_at", end)]
        case "take": return [("coins", .number(-coins)), ("expires_at", end)]
        default: throw Problem.malformed("direction")
        }
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        WalletActEnd(try await visit.ask(AdjustWalletCoins(desk: desk), request), done: .coinsAdjusted)
    }
}

/// Purchased coins are taken away for cause: always two people.
struct ForfeitByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/forfeits", as: ForfeitWalletCoins.route)
    static let ownFields = FormFields.ofWallet.union(["key", "coins", "all"])
    let desk: ActDesk
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        guard form.isChecked("all") else { return [("coins", .number(try form.coins("coins")))] }
        guard form.optional("coins") == nil else { throw Problem.malformed("all") }
        return [("all", .flag(true))]
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        WalletActEnd(try await visit.ask(ForfeitWalletCoins(desk: desk), request), done: .coinsForfeited)
    }
}
