internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Acts that may need a second person: what one may do alone is done, the rest waits for another's word.
///
/// What is done is a command under the approval's id, so whoever carries it out, however often, does it once.
struct ActDesk: Sendable {
    let approvals: ApprovalStore
    let directory: Directory
    let reader: WalletReader
    let writer: Writer
    let leads: WalletLeads
    let metrics: Metrics
    let rule: SecondPersonRule

    init(_ ledger: LedgerParts, _ settings: ServiceSettings, leads: WalletLeads, metrics: Metrics) {
        approvals = ledger.approvals
        directory = ledger.directory
        reader = ledger.wallets
        writer = ledger.writer
        self.leads = leads
        self.metrics = metrics
        rule = settings.secondPerson
    }

    /// What is asked for.
    struct Order: Sendable {
        let user: UserID
        /// Nil: the one that calls about the user mean.
        let environment: StoreEnvironment?
        let act: ApprovedAct
        let byHand: ActByHand
        let idempotency: Idempotency
    }

    enum Outcome: Sendable {
        /// Nothing was done: somebody else must approve it.
        case waits(Approval)
        case done(Approval, [Entry], replayed: Bool)
    }

    func run(_ order: Order, as caller: Caller) async throws -> Outcome {
        try await goOn(with: try await approvals.propose(try await proposal(order, caller), rule))
    }

    /// What became of the same order before; nil: nobody asked for it under that key.
    func again(_ order: Order, as caller: Caller) async throws -> Outcome? {
        guard let approval = try await approvals.find(try await proposal(order, caller)) else { return nil }
        return try await goOn(with: approval)
    }

    private func proposal(_ order: Order, _ caller: Caller) async throws -> Proposal {
        let environment = directory.environment(of: order.user, asked: order.environment)
        let wallet = try await directory.wallet(of: order.user, in: environment)
        return Proposal(
            id: UUID(), act: order.act, wallet: wallet, environment: environment, reason: order.byHand.note,
            proposer: caller.id, origin: order.byHand.origin, idempotency: order.idempotency)
    }

    private func goOn(with approval: Approval) async throws -> Outcome {
        approval.needsSecond ? .waits(approval) : try await carryOut(approval.id)
    }

    /// Another person agrees, and it is done.
    func approve(_ id: UUID, as caller: Caller, from origin: String) async throws -> Outcome {
        let approval = try await approvals.decide(id, .approve, by: caller.id, from: origin, reason: nil)
        return try await carryOut(approval.id)
    }

    func reject(_ id: UUID, as caller: Caller, _ act: ActByHand) async throws -> Approval {
        try await approvals.decide(id, .reject, by: caller.id, from: act.origin, reason: act.note)
    }

    /// One bounded batch of what was approved and not carried out.
    /// - Returns: how many were tried.
    func finish() async throws -> Int {
        let due = try await approvals.takeUp()
        try await Together.run(due) { id, attempt in
            guard let approval = try await approvals.find(id) else { return }
            do throws(WalletError) {
                _ = try await perform(approval, attempt: attempt)
            } catch  where Self.isRefusal(error) {
                // Written down; whoever looks at the approval reads why.
            } catch {
                try await approvals.retry(id, inMs: RetryPause.ms(after: attempt - 1))
            }
        }
        return due.count
    }

    /// Does it, or tells what was done before.
    private func carryOut(_ id: UUID) async throws -> Outcome {
        if let attempt = try await approvals.takeUp(id), let approval = try await approvals.find(id) {
            let (entries, replayed) = try await perform(approval, attempt: attempt)
            return .done(try await approvals.find(id) ?? approval, entries, replayed: replayed)
        }
        guard let approval = try await approvals.find(id) else { throw WalletError.approvalNotFound }
        if let refusal = approval.refusal { throw Problem(code: ProblemCode(rawValue: refusal) ?? .internalError) }
        guard let operation = approval.operation else { throw WalletError.ledgerUnavailable }
        return .done(approval, try await reader.operation(operation), replayed: true)
    }

    private func perform(
        _ approval: Approval, attempt: Int32
    ) async throws(WalletError) -> (entries: [Entry], replayed: Bool) {
        let byHand = ActByHand(note: approval.reason, origin: approval.origin, approval: approval.id)
        let command = Command(
            wallet: approval.wallet, environment: approval.environment, caller: approval.proposer,
            idempotency: Idempotency(key: approval.id, fingerprint: approval.id),
            action: approval.act.command(byHand))
        do throws(WalletError) {
            let (entries, replayed) = try await run(command)
            metrics.count(entries, replayed: replayed)
            guard let first = entries.first else { throw .internalError }
            try await approvals.settle(
                approval.id, as: OperationID(wallet: first.wallet, sequence: first.operation))
            return (entries, replayed)
        } catch {
            if Self.isRefusal(error) {
                try await approvals.refuse(approval.id, attempt: attempt, Problem(error).code.rawValue)
            }
            throw error
        }
    }

    private func run(_ command: Command) async throws(WalletError) -> (entries: [Entry], replayed: Bool) {
        var outcome = try await writer.run(command)
        if case .merged(let other) = outcome { outcome = try await leads.goOn(command, into: other).get() }
        switch outcome {
        case .done(let entries, let replayed): return (entries, replayed)
        case .alreadyCredited, .ownedElsewhere, .notCredited, .refunded, .unchanged, .merged: throw .internalError
        }
    }

    /// The ledger's last word; else nobody knows, and the same is tried again.
    private static func isRefusal(_ error: WalletError) -> Bool {
        switch Problem(error).code.status {
        case 400..<500: true
        default: false
        }
    }
}
