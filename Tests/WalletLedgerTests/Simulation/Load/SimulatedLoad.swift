import WalletDomain

@testable import WalletLedger

/// The clients of a run: what they send, what they were told, and what they ask again.
final class SimulatedLoad {
    let catalogue: SimulatedCatalogue
    private let plan: RunPlan
    private var choices: Choices
    private var wishes: SimulatedWishes
    /// What is sent instead of what chance wishes for.
    private let scenario: Scenario?
    private(set) var requests: [SimulatedRequest] = []
    /// To be asked again.
    private var pending: [SimulatedRequest] = []
    private var underway = 0

    private static let attemptsMax = 200
    private static let burst = 1...12

    init(_ plan: RunPlan, _ choices: Choices, _ scenario: Scenario?, at start: Instant) {
        self.plan = plan
        self.scenario = scenario
        self.choices = choices
        catalogue = SimulatedCatalogue(plan, &self.choices, at: start)
        wishes = SimulatedWishes(catalogue, self.choices.split())
    }

    var isSending: Bool { requests.count < plan.requests }
    var isSettled: Bool { !isSending && underway == 0 && pending.isEmpty }
    var wakesAt: Int64? { pending.map(\.retryAt).min() }

    func wantsToAct(at now: Int64) -> Bool {
        maySend || pending.contains { $0.retryAt <= now }
    }

    /// A scenario's requests are sent one after the other, then all at once.
    private var maySend: Bool {
        guard let scenario else { return isSending && underway < plan.outstanding }
        return isSending && (requests.count > scenario.before.count || requests.allSatisfy { $0.answer != nil })
    }

    /// All that is tried in every order is sent.
    var isExplored: Bool { !isSending }

    var lockTargets: [LockTarget] { catalogue.wallets.map { .wallet($0) } + catalogue.purchases.map { .purchase($0) } }

    func act(in run: Simulation) {
        if let due = pending.firstIndex(where: { $0.retryAt <= run.database.clock }) {
            return send(pending.remove(at: due), in: run)
        }
        for _ in 0..<choices.within(Self.burst) where maySend {
            let request = scenario.map { prescribed($0) } ?? next(in: run)
            requests.append(request)
            run.tally.requests += 1
            send(request, in: run)
        }
    }

    private func prescribed(_ scenario: Scenario) -> SimulatedRequest {
        let wish = (scenario.before + scenario.atOnce)[requests.count]
        let key = wish.key.map { Choices.uuid(of: $0) }
        let request = SimulatedRequest(
            number: requests.count, wallet: catalogue.wallets[wish.wallet], caller: CallerID(1),
            idempotency: key.map { Idempotency(key: $0, fingerprint: $0) }, action: wish.action(catalogue))
        request.process = wish.process
        return request
    }

    /// A new wish, an old one once more, or an old key for something else.
    private func next(in run: Simulation) -> SimulatedRequest {
        let (wallet, action) = wishes.next(at: run.database.now) { run.database.tables.purchases[$0]?.owner }
        if choices.chance(10), let old = choices.element(of: Array(requests.suffix(60))) {
            let fingerprint = choices.chance(75) ? old.idempotency?.fingerprint : choices.uuid()
            let isSame = old.idempotency == nil || fingerprint == old.idempotency?.fingerprint
            return SimulatedRequest(
                number: requests.count, wallet: old.wallet, caller: old.caller,
                idempotency: old.idempotency.map { Idempotency(key: $0.key, fingerprint: fingerprint ?? $0.key) },
                action: isSame || action.purchase != nil ? old.action : action)
        }
        let key = choices.uuid()
        return SimulatedRequest(
            number: requests.count, wallet: wallet, caller: CallerID(1),
            idempotency: action.hasKey ? Idempotency(key: key, fingerprint: key) : nil, action: action)
    }

    private func send(_ request: SimulatedRequest, in run: Simulation) {
        let alive = run.processes.filter { !$0.isDead }
        let named = request.process.flatMap { number in alive.first { $0.number == number } ?? alive.last }
        guard let process = named ?? choices.element(of: alive) else { return }
        guard request.attempts.count < Self.attemptsMax else {
            return run.fail("request \(request.number) is not settled after \(request.attempts.count) tries")
        }
        let number = request.attempts.count
        run.tell("request \(request.number) goes to process \(process.number): \(request.wallet.uuid)")
        run.tally.attempts += 1
        underway += 1
        request.attempts.append(
            SimulatedRequest.Attempt(wallet: request.wallet, process: process.number, sentAt: run.database.step))
        let job = Job(
            command: request.command, priority: JobClass(request.action), queuedAt: run.moment,
            deadline: run.moment + .milliseconds(Limits.commandDeadlineMs)
        ) { result in
            if !process.isDead { run.told(number, of: request, result) }
        }
        switch process.lane(of: request.wallet).waiting.put(job, at: run.moment) {
        case .taken: break
        case .displaced(let other): other.reply(.failure(.overloaded))
        case .refused: job.reply(.failure(.overloaded))
        }
    }

    func told(
        _ attempt: Int, of request: SimulatedRequest, _ result: Result<Outcome, WalletError>, in run: Simulation
    ) {
        guard request.attempts[attempt].toldAt == nil else {
            return run.fail("request \(request.number) was answered twice")
        }
        underway -= 1
        request.attempts[attempt].toldAt = run.database.step
        request.attempts[attempt].result = result
        switch result {
        case .failure(.overloaded), .failure(.ledgerUnavailable): askAgain(request, in: run)
        case .failure(.outcomeUnknown):
            run.tally.toldUnknown += 1
            askAgain(request, in: run)
        case .success(.ownedElsewhere(let owner))
        where request.purchase != nil && request.reroutes < Limits.reroutesMax:
            run.tally.reroutes += 1
            request.reroutes += 1
            request.wallet = owner
            askAgain(request, in: run)
        case .success(let outcome):
            request.answer = result
            learn(outcome, of: request, in: run)
        case .failure(let refusal):
            request.answer = result
            run.tally.refusals += 1
            if refusal == .idempotencyKeyReused { run.tally.keysReused += 1 }
        }
    }

    private func askAgain(_ request: SimulatedRequest, in run: Simulation) {
        let pauseMs = scenario == nil ? choices.within(0...400) : 0
        request.retryAt = run.database.clock + Int64(pauseMs) * 1_000
        pending.append(request)
    }

    private func learn(_ outcome: Outcome, of request: SimulatedRequest, in run: Simulation) {
        if case .alreadyCredited = outcome { run.tally.creditedBefore += 1 }
        guard case .done(let entries, let replayed) = outcome, let first = entries.first else { return }
        if replayed { run.tally.replays += 1 }
        let operation = OperationID(wallet: first.wallet, sequence: first.operation)
        if request.action.isSpend { wishes.spends.append(operation) }
        if case .hold = request.action { wishes.holds.append(operation) }
    }

    /// A process died: whoever waits for it asks another one.
    func forget(_ process: SimulatedProcess, in run: Simulation) {
        for request in requests where request.answer == nil {
            guard let last = request.attempts.last, last.process == process.number, last.toldAt == nil else { continue }
            underway -= 1
            askAgain(request, in: run)
        }
    }

    /// Apple's word about a purchase that nobody has is kept by others than the lanes.
    func remember(in run: Simulation) {
        let database = run.database
        guard let key = choices.element(of: catalogue.purchases) else { return }
        let transaction = database.begin()
        let row = database.tables.purchases[key] ?? StoreTransaction(key: key)
        let isBeingMade = database.conflicting(with: transaction) { $0.newPurchases.contains(key) } != nil
        let word = wishes.word(at: database.now)
        do throws(Interruption) {
            try database.lock(.purchase(key), for: transaction)
        } catch {
            return database.end(transaction)
        }
        guard row.credit == nil, !isBeingMade, word.isNewer(than: row.word) else { return database.end(transaction) }
        transaction.purchases[key] = StoreTransaction(key: key, owner: row.owner, credit: nil, word: word)
        database.commit(transaction)
    }
}
