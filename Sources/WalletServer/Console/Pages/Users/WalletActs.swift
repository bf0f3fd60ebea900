internal import WalletDomain

/// Free coins with a reason.
struct GrantByHand: Act {
    static let route = PageRoute(.post, "/admin/users/{user}/grants", as: GrantWalletCoins.route)
    static let fields: Set<String> = ["form", "key", "coins", "reason"]
    static let isSensitive = true
    let desk: ActDesk
    let page: UserPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["user": visit.path("user")],
            body: [("coins", .number(try form.coins("coins"))), ("reason", .text(form["reason"]))],
            idempotencyKey: try form.required("key"))
        let answer = try await visit.ask(GrantWalletCoins(desk: desk), request)
        return .go(UserPage.link(try UserID(visit.path("user"))), answer.notice(.coinsGranted))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, environment: nil, trouble)
    }
}

/// A debt is forgiven, whole or in part.
struct WriteOffByHand: Act {
    static let route = PageRoute(.post, "/admin/users/{user}/write-off", as: WriteOffWalletDebt.route)
    static let fields: Set<String> = ["form", "key", "coins", "reason"]
    static let isSensitive = true
    let desk: ActDesk
    let page: UserPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["user": visit.path("user")],
            body: [("coins", .number(try form.coins("coins"))), ("reason", .text(form["reason"]))],
            idempotencyKey: try form.required("key"))
        let answer = try await visit.ask(WriteOffWalletDebt(desk: desk, wallets: page.wallets), request)
        return .go(UserPage.link(try UserID(visit.path("user"))), answer.notice(.debtWrittenOff))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, environment: nil, trouble)
    }
}

extension ActAnswer {
    /// What the page says afterwards: that it was done, or that somebody else must agree first.
    func notice(_ done: Notice) -> Notice {
        switch outcome {
        case .waits: .waitsForSecond
        case .done: done
        }
    }
}

struct SetTesterByHand: Act {
    static let route = PageRoute(.post, "/admin/users/{user}/tester", as: SetTester.route)
    static let fields: Set<String> = ["form", "tester", "confirmed", "reason"]
    let page: UserPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["user": visit.path("user")],
            body: [
                ("tester", .flag(form["tester"] == "yes")), ("confirmed", .flag(form.isChecked("confirmed"))),
                ("reason", .text(form["reason"])),
            ])
        _ = try await visit.ask(SetTester(directory: page.directory), request)
        return .go(UserPage.link(try UserID(visit.path("user"))), .testerSet)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, environment: nil, trouble)
    }
}
