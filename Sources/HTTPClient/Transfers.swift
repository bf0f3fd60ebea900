internal import CCurl

/// The requests on their way. Lives on the loop's thread.
struct Transfers: ~Copyable {
    private let multi: MultiHandle
    private let settings: HTTPClientSettings
    private var byID: [UInt64: Transfer] = [:]
    private var idByEasy: [UInt: UInt64] = [:]

    init(multi: consuming MultiHandle, settings: HTTPClientSettings) {
        self.multi = multi
        self.settings = settings
    }

    /// False if it ended at once.
    mutating func start(_ submission: Submission) -> Bool {
        guard let transfer = Transfer(submission, settings: settings), multi.add(transfer) else {
            submission.continuation.resume(returning: .failure(.invalidRequest))
            return false
        }
        byID[submission.id] = transfer
        idByEasy[transfer.easyAddress] = submission.id
        return true
    }

    /// False if there is no such request (any more).
    mutating func cancel(_ id: UInt64) -> Bool {
        guard let transfer = forget(id) else { return false }
        transfer.end(.failure(.cancelled))
        return true
    }

    /// Moves everything on; returns how many ended.
    mutating func advance() -> Int {
        multi.perform()
        var ended = 0
        while let (easyAddress, code) = multi.nextEnded() {
            guard let id = idByEasy[easyAddress], let transfer = forget(id) else { continue }
            transfer.end(code: code)
            ended += 1
        }
        return ended
    }

    func wait(atMostMs: Int32) {
        multi.wait(atMostMs: atMostMs)
    }

    mutating func endAll() -> Int {
        let ids = Array(byID.keys)
        for id in ids { forget(id)?.end(.failure(.cancelled)) }
        return ids.count
    }

    private mutating func forget(_ id: UInt64) -> Transfer? {
        guard let transfer = byID.removeValue(forKey: id) else { return nil }
        idByEasy[transfer.easyAddress] = nil
        multi.remove(transfer)
        return transfer
    }
}
