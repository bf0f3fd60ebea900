internal import WalletDomain
internal import WalletLedger

/// A wallet's figures: now, where a user never seen reads as an empty wallet and is not written down; or as its entries
/// tell them of a moment in the past.
struct ReadWallet: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}", access: .keys([.read]))
    let wallets: WalletReads

    struct Input: Sendable {
        let user: UserID
        let environment: StoreEnvironment?
        let asOf: Instant?
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["environment", "as_of"])
        var asOf: Instant?
        if let text = query["as_of"] {
            guard let moment = Instant(text: text) else { throw Problem.malformed("as_of") }
            asOf = moment
        }
        return Input(user: try call.user(), environment: try query.environment(), asOf: asOf)
    }

    func run(_ input: Input, as caller: Caller) async throws -> WalletAnswer {
        guard let moment = input.asOf else {
            let (environment, summary) = try await wallets.summary(of: input.user, input.environment)
            return WalletAnswer(user: input.user, environment: environment, summary: summary)
        }
        let (environment, entry) = try await wallets.last(of: input.user, input.environment, at: moment)
        guard let entry else { throw Problem(code: .userNotFound) }
        return WalletAnswer(
            user: input.user, environment: environment, summary: .empty, past: PastFigures(asOf: moment, entry: entry))
    }

    /// After the last entry that the wallet had then.
    struct PastFigures: Sendable {
        let asOf: Instant
        let entry: Entry

        func write(to object: inout JSONWriter) {
            object.member("as_of", asOf.text)
            object.balances(entry.after)
            object.member("sequence", entry.sequence)
            object.member("at", entry.at.text)
        }
    }

    struct WalletAnswer: Answer {
        let user: UserID
        let environment: StoreEnvironment
        let summary: WalletSummary
        /// Instead of the summary.
        var past: PastFigures?

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("environment", environment.rawValue)
            if let past { return past.write(to: &object) }
            object.member("state", summary.status.word)
            object.member("available", summary.available)
            object.member("paid", summary.balances.paid)
            object.member("bonus", summary.balances.bonus)
            object.member("promo", summary.promo)
            object.member("held", summary.held)
            object.member("debt", summary.balances.debt)
            if let expiry = summary.nextExpiry {
                object.object("next_expiry") { next in
                    next.member("at", expiry.at.text)
                    next.member("coins", expiry.coins)
                }
            } else {
                object.nullMember("next_expiry")
            }
            object.member("version", summary.version)
        }
    }
}

extension WalletState.Status {
    var word: String {
        switch self {
        case .open: "open"
        case .frozen, .suspended: "frozen"
        case .merged: "merged"
        case .erased: "erased"
        }
    }
}
