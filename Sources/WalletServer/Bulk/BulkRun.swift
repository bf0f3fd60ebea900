internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// One bulk whose lines are decided one by one: hands over what the window has room for, writes what has ended, in
/// order. A client that does not read fills the window, and then nothing more is handed over.
struct BulkRun: Sendable {
    let operations: [JSONValue]
    let kinds: BulkKinds
    let caller: Caller
    let requestID: String
    let commands: CommandStreet
    let limiter: RateLimiter
    let stream: ResponseStream
    private let outcomes = BulkOutcomes()

    init(
        operations: [JSONValue], of kinds: BulkKinds, caller: Caller, requestID: String, commands: CommandStreet,
        limiter: RateLimiter, stream: ResponseStream
    ) {
        self.operations = operations
        self.kinds = kinds
        self.caller = caller
        self.requestID = requestID
        self.commands = commands
        self.limiter = limiter
        self.stream = stream
    }

    /// Lines whose wallets are looked up together.
    private static let chunk = Limits.bulkWindow / 4
    /// Collected before they are written; each write wakes the server's thread.
    private static let blockBytes = 16 * 1_024

    /// - Throws: if nobody reads any more. Lines that were handed over are settled all the same, the others never.
    func run() async throws(ResponseStreamError) {
        var bytes = Array("{\"results\":[".utf8)
        var found: [BulkKind?] = []
        for index in operations.indices {
            while found.count < operations.count, found.count - index <= Limits.bulkWindow - Self.chunk {
                await handOver(found.count..<min(found.count + Self.chunk, operations.count), &found)
            }
            var ending = outcomes.takeIfThere(index)
            if ending == nil || bytes.count >= Self.blockBytes {
                try await stream.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            if ending == nil { ending = await outcomes.take(index) }
            bytes += Array((index == 0 ? "\n" : ",\n").utf8)
            bytes += result(index, found[index], ending)
        }
        bytes += Array("\n]}\n".utf8)
        try await stream.write(bytes)
    }

    private func result(_ index: Int, _ kind: BulkKind?, _ ending: BulkOutcomes.Ending?) -> [UInt8] {
        let line = BulkResult(line: index + 1, requestID: requestID)
        do {
            guard let kind, let ending, case .done(let entries, let replayed) = try ending.get() else {
                // A line without kind has a problem, and only commands about purchases end otherwise.
                if let ending { _ = try ending.get() }
                throw WalletError.internalError
            }
            commands.metrics.count(entries, replayed: replayed)
            commands.metrics.countBulkLine(replayed ? "replayed" : "done")
            return line.bytes(try kind.answer(entries), replayed: replayed)
        } catch {
            let problem = Problem(error)
            commands.metrics.countBulkLine(problem.code.isRetryable ? "failed" : "refused")
            return line.bytes(problem)
        }
    }

    /// Parses, finds the wallets and gives to the Writer, in order.
    private func handOver(_ range: Range<Int>, _ found: inout [BulkKind?]) async {
        let lines = range.map { index in Result { try parse(operations[index]) } }
        let wallets = await commands.wallets(of: lines.compactMap { try? $0.get().order.target })
        for (index, line) in zip(range, lines) {
            do {
                let line = try line.get()
                found.append(line.kind)
                let place = try wallets.place(of: line.order.target)
                commands.submitPatiently(line.order, place, caller) { [outcomes] result in
                    outcomes.set(index, result.mapError { Problem($0) })
                }
            } catch {
                if found.count == index { found.append(nil) }
                outcomes.set(index, .failure(Problem(error)))
            }
        }
    }

    private func parse(_ value: JSONValue) throws -> BulkLine {
        let line = try kinds.line(value, by: caller)
        if case .user(let user) = line.order.target { try limiter.admit(user) }
        return line
    }
}
