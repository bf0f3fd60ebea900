package import AppStore
package import WalletDomain
internal import WalletLedger

/// A problem document (RFC 9457): the one place where errors meet status codes.
///
/// Each switch below is exhaustive: a new error does not compile until it has its code.
package struct Problem: Error, Hashable, Sendable {
    package let code: ProblemCode
    /// Facts a client needs: `balance`, `required`, `current_price`, the member that is wrong.
    package private(set) var facts: [Fact]
    /// The methods that a path takes, for 405.
    private var allowed: [Route.Method] = []
    /// When to come again, for 429.
    private var retryAfterSeconds: Int64 = 1

    package init(code: ProblemCode, _ facts: [Fact] = []) {
        self.code = code
        self.facts = facts
    }

    package struct Fact: Hashable, Sendable {
        package enum Value: Hashable, Sendable {
            case number(Int64)
            case text(String)
            case flag(Bool)
        }
        package let name: String
        package let value: Value
    }

    static func malformed(_ member: String) -> Problem { Problem(code: .malformed, [.text("member", member)]) }

    static func methodNotAllowed(_ allowed: [Route.Method]) -> Problem {
        var problem = Problem(code: .methodNotAllowed)
        problem.allowed = allowed
        return problem
    }

    static func scopeMissing(_ scopes: [Scope]) -> Problem {
        Problem(code: .scopeMissing, [.text("scope", scopes.map(\.rawValue).joined(separator: " or "))])
    }

    /// - Parameters:
    ///   - limit: whose it is: `key` or `user`.
    ///   - waitNs: until the next request is let in.
    static func rateLimited(_ limit: String, waitNs: Int64) -> Problem {
        var problem = Problem(code: .rateLimited, [.text("limit", limit)])
        problem.retryAfterSeconds = max(1, (waitNs + nanosecondsPerSecond - 1) / nanosecondsPerSecond)
        return problem
    }

    /// Seconds, where a status says when to come again.
    var retryAfter: Int64? {
        statusHeaders.first { $0.0 == "Retry-After" }.flatMap { Int64($0.1) }
    }

    private static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// The same with a fact that its call always tells.
    func adding(_ fact: Fact?) -> Problem {
        guard let fact, !facts.contains(where: { $0.name == fact.name }) else { return self }
        var problem = self
        problem.facts.append(fact)
        return problem
    }

    /// What the status needs beside itself (RFC 9110, 15.5.2, 15.5.6, 15.6.4; RFC 6585, 4).
    var statusHeaders: [(String, String)] {
        switch code.status {
        case 401: [("WWW-Authenticate", "Bearer realm=\"coffer\"")]
        case 405: [("Allow", allowed.map(\.rawValue).joined(separator: ", "))]
        case 429: [("Retry-After", String(retryAfterSeconds))]
        // Spread, so that those who were sent away do not come back together.
        case 503: [("Retry-After", String(Int.random(in: Limits.retryAfterSeconds)))]
        default: []
        }
    }

    /// Members of the document; an answer may add its own behind them.
    func write(to object: inout JSONWriter, requestID: String) {
        object.member("type", "urn:coffer:problem:" + code.rawValue)
        object.member("title", code.title)
        object.member("status", Int64(code.status))
        object.member("code", code.rawValue)
        object.member("detail", code.detail)
        object.member("retryable", code.isRetryable)
        object.member("request_id", requestID)
        for fact in facts {
            switch fact.value {
            case .number(let number): object.member(fact.name, number)
            case .text(let text): object.member(fact.name, text)
            case .flag(let flag): object.member(fact.name, flag)
            }
        }
    }
}

extension Problem.Fact {
    static func number(_ name: String, _ number: Int64) -> Self { Self(name: name, value: .number(number)) }
    static func text(_ name: String, _ text: String) -> Self { Self(name: name, value: .text(text)) }
    static func flag(_ name: String, _ flag: Bool) -> Self { Self(name: name, value: .flag(flag)) }
}

extension Problem {
    /// Whatever was thrown on the way of a request. What is not ours can only be a bug.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as WalletError: self.init(error)
        case let error as JSONError: self.init(error)
        case let error as ProofError: self.init(error)
        case let error as CatalogueRefusal: self.init(error)
        case let error as BooksRefusal: self.init(error)
        default: self.init(code: .internalError)
        }
    }

    package init(_ error: WalletError) {
        switch error {
        case .malformed(let member): self = .malformed(member)
        case .amountOutOfRange: self.init(code: .amountOutOfRange)
        case .itemNotFound: self.init(code: .itemNotFound)
        case .notForSale: self.init(code: .notForSale)
        case .priceChanged(let current): self.init(code: .priceChanged, [.number("current_price", current.coins)])
        case .alreadyOwned(let operation): self.init(code: .alreadyOwned, [.text("spend", WireID.spend(operation))])
        case .insufficientCoins(let balance, let required):
            self.init(
                code: .insufficientCoins, [.number("balance", balance.coins), .number("required", required.coins)])
        case .walletInDebt(let debt): self.init(code: .walletInDebt, [.number("debt", debt.coins)])
        case .spendNotFound: self.init(code: .spendNotFound)
        case .moreThanPaid(let paid, let undone):
            self.init(code: .moreThanPaid, [.number("paid", paid.coins), .number("undone", undone.coins)])
        case .tooManyUndos: self.init(code: .tooManyUndos, [.number("undos", Int64(Limits.undosMax))])
        case .moreThanOwed(let debt): self.init(code: .moreThanOwed, [.number("debt", debt.coins)])
        case .alreadyHeld(let operation): self.init(code: .alreadyOwned, [.text("hold", WireID.hold(operation))])
        case .holdNotFound: self.init(code: .holdNotFound)
        case .holdCaptured: self.init(code: .holdCaptured)
        case .holdReleased: self.init(code: .holdReleased)
        case .holdExpired: self.init(code: .holdExpired)
        case .moreThanHeld(let held): self.init(code: .moreThanHeld, [.number("held", held.coins)])
        case .tooManyHolds: self.init(code: .tooManyHolds, [.number("open", Int64(Limits.openHoldsMax))])
        case .walletFrozen: self.init(code: .walletFrozen)
        case .userErased: self.init(code: .userErased)
        case .holdsOpen: self.init(code: .holdsOpen)
        case .tooManyLots: self.init(code: .tooManyLots, [.number("lots_max", Int64(Limits.mergeLotsMax))])
        case .userMerged: self.init(code: .userMerged)
        case .sandboxNotAllowed: self.init(code: .sandboxNotAllowed)
        case .approvalNotFound: self.init(code: .approvalNotFound)
        case .approvalDecided: self.init(code: .approvalDecided)
        case .approvalExpired: self.init(code: .approvalExpired)
        case .secondPersonNeeded: self.init(code: .secondPersonNeeded)
        case .idempotencyKeyReused: self.init(code: .idempotencyKeyReused)
        case .refusedStep(let line, let error): self = Problem(error).adding(.number("line", Int64(line)))
        case .overloaded: self.init(code: .overloaded)
        case .outcomeUnknown: self.init(code: .outcomeUnknown)
        case .ledgerUnavailable: self.init(code: .ledgerUnavailable)
        case .internalError: self.init(code: .internalError)
        }
    }

    init(_ error: JSONError) {
        switch error {
        case .syntax, .tooDeep, .badText, .notAnObject: self.init(code: .unreadable)
        case .duplicateMember(let member), .missing(let member), .wrongType(let member, _), .outOfRange(let member),
            .unknownMember(let member):
            self = .malformed(member)
        }
    }

    package init(_ error: ProofError) {
        switch error {
        case .badEncoding: self.init(code: .badEncoding)
        case .tooLarge: self.init(code: .bodyTooLarge)
        case .invalidSignature: self.init(code: .invalidSignature)
        // Final, so the app may finish it: Apple signed it, and it will never be ours.
        case .wrongApp: self.init(code: .wrongApp, [.flag("finish", true)])
        case .wrongEnvironment: self.init(code: .wrongEnvironment, [.flag("finish", true)])
        case .clockAhead: self.init(code: .clockAhead)
        }
    }
}
