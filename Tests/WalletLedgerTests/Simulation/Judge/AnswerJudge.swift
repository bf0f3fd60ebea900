import WalletDomain

/// Who was told what, against what was committed and when.
///
/// Each effect has somebody who asked for it and was not told that it did not happen, between asking and being told; so
/// what was acknowledged before another request was sent stands before it in the wallet's sequence.
struct AnswerJudge {
    private let tables: SimulatedTables
    private let requests: [SimulatedRequest]

    init(_ tables: SimulatedTables, _ requests: [SimulatedRequest]) {
        self.tables = tables
        self.requests = requests
    }

    func findings() -> [String] {
        requests.compactMap { request in answered(request).map { "request \(request.number): \($0)" } } + keys()
    }

    private func answered(_ request: SimulatedRequest) -> String? {
        guard let answer = request.answer, let told = request.attempts.last?.toldAt else { return "never answered" }
        switch answer {
        case .success(.done([], _)):
            if case .freeze = request.action { return nil }
            return "done with nothing"
        case .success(.done(let entries, _)): return missing(entries, told)
        case .success(.alreadyCredited(let operation)):
            let line = tables.wallets[operation.wallet]?.lines[operation.sequence]
            return line.map { $0.committedAt <= told } == true ? nil : "credited before, but it was not"
        case .failure(.internalError): return request.isPoisonous ? nil : "told internal_error without poison"
        case .success(.merged): return "led on, but nobody merged"
        case .success(.ownedElsewhere), .success(.notCredited), .success(.refunded), .success(.unchanged), .failure:
            return nil
        }
    }

    private func missing(_ entries: [Entry], _ told: Int) -> String? {
        for entry in entries {
            guard let line = tables.wallets[entry.wallet]?.lines[entry.sequence] else {
                return "told of entry \(entry.sequence), which is not there"
            }
            guard line.entry == entry else { return "told another entry \(entry.sequence) than there is" }
            guard line.committedAt <= told else { return "told of entry \(entry.sequence) before it was committed" }
        }
        return nil
    }

    /// Every key once, and by somebody who may have done it.
    private func keys() -> [String] {
        var asked: [OperationKey: [SimulatedRequest]] = [:]
        for request in requests { for (key, _) in request.keys { asked[key, default: []].append(request) } }
        var found: Set<OperationKey> = []
        for line in tables.lines {
            guard let key = line.entry.operationKey else { continue }
            guard found.insert(key).inserted else { return ["key \(key.key) did two things"] }
            let fingerprint = line.entry.first?.idempotency?.fingerprint
            let same = (asked[key] ?? []).filter { request in
                request.keys.contains { $0.key == key && $0.fingerprint == fingerprint }
            }
            guard same.contains(where: { mayHaveDone($0, at: line.committedAt) }) else {
                let told = same.flatMap(\.attempts).map { "\($0.sentAt)-\($0.toldAt ?? 0): \($0.text)" }
                return ["request \(same.first?.number ?? -1) was done at \(line.committedAt), but told \(told)"]
            }
        }
        return wholeOrNot(found)
    }

    private func mayHaveDone(_ request: SimulatedRequest, at step: Int) -> Bool {
        request.attempts.contains { $0.sentAt <= step && $0.mayHaveHappened && ($0.isOpen || step <= $0.toldAt ?? 0) }
    }

    /// Of several that are done together all or none were.
    private func wholeOrNot(_ found: Set<OperationKey>) -> [String] {
        requests.compactMap { request in
            let done = request.keys.filter { found.contains($0.key) }.count
            return done == 0 || done == request.keys.count
                ? nil : "request \(request.number): \(done) of \(request.keys.count) steps were done"
        }
    }
}

extension SimulatedRequest.Attempt {
    /// Nothing was told about what became of it.
    var isOpen: Bool {
        switch result {
        case nil, .failure(.outcomeUnknown): true
        case .success, .failure: false
        }
    }

    var text: String {
        switch result {
        case nil: "nothing"
        case .success: "done"
        case .failure(let error): "\(error)"
        }
    }
}
