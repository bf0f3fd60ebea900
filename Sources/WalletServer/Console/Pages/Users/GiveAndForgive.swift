internal import WalletDomain

/// Free coins with a reason.
struct GrantByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/grants", as: GrantFreeCoins.route)
    static let ownFields: Set<String> = ["key", "coins"]
    let commands: CommandStreet
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        [("coins", .number(try form.coins("coins")))]
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        _ = try await visit.order(GrantFreeCoins(), request, by: commands)
        return .done(.coinsGranted)
    }
}

/// A debt is forgiven, whole or in part.
struct WriteOffByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/write-off", as: WriteOffWalletDebt.route)
    static let ownFields: Set<String> = ["key", "coins"]
    let commands: CommandStreet
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        [("coins", .number(try form.coins("coins")))]
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        _ = try await visit.order(WriteOffWalletDebt(), request, by: commands)
        return .done(.debtWrittenOff)
    }
}
