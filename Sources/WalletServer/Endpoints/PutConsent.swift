internal import WalletDomain
internal import WalletLedger

/// A user's word whether Apple may be told how much of a purchase was used. Without it nothing is told.
struct PutConsent: Endpoint {
    static let route = Route(.put, "/v1/users/{user}/consent", access: .keys([.users]))
    let consents: ConsentStore

    struct Input: Sendable {
        let user: UserID
        let consumption: Bool
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["consumption"])
        return Input(user: try call.user(), consumption: try body.boolean("consumption"))
    }

    func run(_ input: Input, as caller: Caller) async throws -> ConsentAnswer {
        ConsentAnswer(consent: try await consents.record(input.consumption, of: input.user, by: caller.id))
    }

    struct ConsentAnswer: Answer {
        let consent: Consent

        func write(to object: inout JSONWriter) {
            object.member("user", consent.user.text)
            object.member("consumption", consent.consumption)
            object.member("recorded_at", consent.recordedAt.text)
        }
    }
}
