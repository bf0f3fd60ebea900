internal import WalletDomain
internal import WalletLedger

/// All about a user on one page: both wallets, tokens, consent, and how much there is of everything else.
struct ReadUser: Endpoint {
    static let route = Route(.get, "/v1/admin/users/{user}", access: .keys([.support]))
    let support: SupportReader
    let wallets: WalletReads

    func parse(_ call: Call) throws -> UserID {
        try call.requireNoQuery()
        return try call.user()
    }

    func run(_ input: UserID, as caller: Caller) async throws -> UserAnswer {
        // Whoever was erased is told apart from whoever was never seen.
        let account = try await wallets.directory.account(of: input)
        guard let facts = try await support.facts(of: account) else { throw Problem(code: .userNotFound) }
        var looks: [UserAnswer.Look] = []
        for place in facts.hit.wallets {
            let wallet = try await wallets.directory.current(place.wallet)
            looks.append(
                UserAnswer.Look(
                    environment: place.environment, wallet: wallet,
                    summary: try await wallets.reader.summary(of: wallet),
                    counts: try await support.counts(of: wallet)))
        }
        return UserAnswer(asked: input, facts: facts, looks: looks)
    }
}

struct UserAnswer: Answer {
    struct Look: Sendable {
        let environment: StoreEnvironment
        let wallet: WalletID
        let summary: WalletSummary
        let counts: WalletCounts
    }

    let asked: UserID
    let facts: UserFacts
    let looks: [Look]

    func write(to object: inout JSONWriter) {
        object.member("user", facts.hit.user.text)
        if asked != facts.hit.user { object.member("asked", asked.text) }
        object.member("tester", facts.hit.isTester)
        object.member("created_at", facts.createdAt.text)
        object.member("consumption_consent", facts.consent.map { $0 ? "given" : "withdrawn" } ?? "never_asked")
        object.array("merged_users") { list in for user in facts.merged { list.value(user.text) } }
        object.array("tokens") { list in
            for token in facts.tokens {
                list.object { object in
                    object.member("app_account_token", token.token.lowercased)
                    object.member("created_at", token.createdAt.text)
                }
            }
        }
        object.member("orders", facts.orders)
        object.array("wallets") { list in
            for look in looks { list.object { write(look, to: &$0) } }
        }
    }

    private func write(_ look: Look, to object: inout JSONWriter) {
        let summary = look.summary
        object.member("environment", look.environment.rawValue)
        object.member("wallet", WireID.wallet(look.wallet))
        object.member("state", summary.status.word)
        if summary.status == .suspended { object.member("frozen_by", "hand") }
        if summary.status == .frozen { object.member("frozen_by", "debt") }
        object.object("balance") { balance in
            balance.member("available", summary.available)
            balance.member("paid", summary.balances.paid)
            balance.member("bonus", summary.balances.bonus)
            balance.member("promo", summary.promo)
            balance.member("held", summary.held)
            balance.member("debt", summary.balances.debt)
        }
        object.member("version", summary.version)
        object.object("counts") { counts in
            counts.member("lots", look.counts.lots)
            counts.member("purchases", look.counts.purchases)
            counts.member("open_holds", look.counts.openHolds)
            counts.member("pending_proofs", look.counts.pendingProofs)
            counts.member("refused_proofs", look.counts.refusedProofs)
            counts.member("refunds", look.counts.refunds)
        }
    }
}
