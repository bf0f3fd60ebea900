import WalletDomain

import struct FoundationEssentials.UUID

/// One wish of a client, asked until it is settled. Only touched by the thread with the turn.
final class SimulatedRequest: @unchecked Sendable {
    /// One time it was sent.
    struct Attempt {
        let wallet: WalletID
        let process: Int
        /// Steps of the run.
        let sentAt: Int
        /// Nil: never; its process died.
        var toldAt: Int?
        var result: Result<Outcome, WalletError>?

        /// Nobody was told that it did nothing, so it may have done something.
        var mayHaveHappened: Bool {
            switch result {
            case nil, .success, .failure(.outcomeUnknown): true
            case .failure: false
            }
        }
    }

    let number: Int
    let action: WalletDomain.Command.Action
    let caller: CallerID
    let idempotency: Idempotency?
    var wallet: WalletID
    /// Which process gets it while that lives; nil: any.
    var process: Int?
    var attempts: [Attempt] = []
    /// The last word, once there is one.
    var answer: Result<Outcome, WalletError>?
    /// When it is asked again, in microseconds since 1970.
    var retryAt: Int64 = 0
    var reroutes = 0

    init(
        number: Int, wallet: WalletID, caller: CallerID, idempotency: Idempotency?,
        action: WalletDomain.Command.Action
    ) {
        self.number = number
        self.wallet = wallet
        self.caller = caller
        self.idempotency = idempotency
        self.action = action
    }

    var command: WalletDomain.Command {
        WalletDomain.Command(
            wallet: wallet, environment: .production, caller: caller, idempotency: idempotency, action: action)
    }

    /// The keys of its operations, each with what it is bound to.
    var keys: [(key: OperationKey, fingerprint: UUID)] {
        let all: [Idempotency] =
            if case .all(let steps) = action { steps.map(\.idempotency) } else { [idempotency].compactMap { $0 } }
        return all.map { (OperationKey(wallet: wallet, caller: caller, key: $0.key), $0.fingerprint) }
    }

    var isPoisonous: Bool {
        let actions = if case .all(let steps) = action { steps.map(\.action) } else { [action] }
        return actions.contains { if case .grant(let grant) = $0 { grant.note.text == "poison" } else { false } }
    }

    var purchase: StoreTransaction.Key? {
        if case .credit(let credit) = action { credit.key } else { nil }
    }
}

extension WalletDomain.Command.Action {
    /// Clients name it by a key; the others are told by what they are about, or by the keys of their steps.
    var hasKey: Bool {
        if case .expire = self { return false }
        if case .freeze = self { return false }
        if case .all = self { return false }
        return purchase == nil
    }

    /// What can be undone.
    var isSpend: Bool {
        if case .capture = self { return true }
        if case .spend = self { return true }
        return false
    }

    /// The spend or the hold that it is about.
    var about: Int64? {
        if case .undo(let undo) = self { return undo.spend }
        return hold
    }
}
