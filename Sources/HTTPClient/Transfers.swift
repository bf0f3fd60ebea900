internal import CCurl

/// The requests on their way. Lives on the loop's thread.
struct Transfers: ~Copyable {
    private let multi: MultiHandle
    private let settings: HTTPClientSettings
    private let room: Room
    private var byID: [UInt64: Transfer] = [:]
    private var idByEasy: [UInt: UInt64] = [:]

    init(multi: consuming MultiHandle, settings: HTTPClientSettings, room: Room) {
        self.multi = multi
        self.settings = settings
        self.room = room
    }

    mutating func start(_ submission: Submission) {
        guard let transfer = Transfer(submission, settings: settings), multi.add(transfer) else {
            return tell(submission, .failure(.invalidRequest))
        }
        byID[submission.id] = transfer
        idByEasy[transfer.easyAddress] = submission.id
    }

    /// Does nothing if there is no such request (any more).
    mutating func cancel(_ id: UInt64) {
        guard let transfer = forget(id) else { return }
        tell(transfer.submission, .failure(.cancelled))
    }

    /// Moves everything on, and tells what came of those that ended.
    mutating func advance() {
        multi.perform()
        while let (easyAddress, code) = multi.nextEnded() {
            guard let id = idByEasy[easyAddress], let transfer = forget(id) else { continue }
            tell(transfer.submission, transfer.outcome(code: code))
        }
    }

    func wait(atMostMs: Int32) {
        multi.wait(atMostMs: atMostMs)
    }

    mutating func endAll() {
        for id in Array(byID.keys) { cancel(id) }
    }

    private func tell(_ submission: Submission, _ outcome: Submission.Outcome) {
        room.leavePlace()
        submission.continuation.resume(returning: outcome)
    }

    private mutating func forget(_ id: UInt64) -> Transfer? {
        guard let transfer = byID.removeValue(forKey: id) else { return nil }
        idByEasy[transfer.easyAddress] = nil
        multi.remove(transfer)
        return transfer
    }
}
