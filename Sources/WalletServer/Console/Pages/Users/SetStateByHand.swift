internal import WalletDomain
internal import WalletLedger

/// A wallet is frozen, or that is taken back.
struct FreezeByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/frozen", as: FreezeUserWallet.route)
    static let ownFields = FormFields.ofWallet.union(["frozen"])
    let writer: Writer
    let leads: WalletLeads
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        switch form["frozen"] {
        case "yes": [("frozen", .flag(true))]
        case "no": [("frozen", .flag(false))]
        default: throw Problem.malformed("frozen")
        }
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        let freeze = FreezeUserWallet(directory: page.directory, writer: writer, leads: leads)
        return .done(try await visit.ask(freeze, request).isFrozen ? .walletFrozen : .walletOpened)
    }
}

/// Which wallet calls without an environment mean.
struct SetTesterByHand: WalletAct {
    static let route = PageRoute(.post, "/admin/users/{user}/tester", as: SetTester.route)
    static let ownFields: Set<String> = ["tester", "confirmed"]
    static let isSensitive = false
    let page: UserPage

    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)] {
        [("tester", .flag(form["tester"] == "yes")), ("confirmed", .flag(form.isChecked("confirmed")))]
    }

    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd {
        _ = try await visit.ask(SetTester(directory: page.directory), request)
        return .done(.testerSet)
    }
}
