internal import WalletDomain
internal import WalletLedger

/// A wallet's figures now. A user never seen reads as an empty wallet and is not written down.
struct ReadWallet: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}", access: .keys([.read]))
    let wallets: WalletReads

    struct Input: Sendable {
        let user: UserID
        let environment: StoreEnvironment?
    }

    func parse(_ call: Call) throws -> Input {
        Input(user: try call.user(), environment: try call.query(only: ["environment"]).environment())
    }

    func run(_ input: Input, as caller: Caller) async throws -> WalletAnswer {
        let (environment, summary) = try await wallets.summary(of: input.user, input.environment)
        return WalletAnswer(user: input.user, environment: environment, summary: summary)
    }

    struct WalletAnswer: Answer {
        let user: UserID
        let environment: StoreEnvironment
        let summary: WalletSummary

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("environment", environment.rawValue)
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
