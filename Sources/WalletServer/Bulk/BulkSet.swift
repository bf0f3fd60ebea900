internal import Crypto
internal import FoundationEssentials
internal import WalletDomain

/// The lines of a bulk that are done all or none: operations on one wallet, one command of the Writer.
struct BulkSet: Sendable {
    let lines: [BulkLine]
    let command: Command

    /// - Throws: `Problem` with the line that is wrong, if one is.
    init(
        _ operations: [JSONValue], of kinds: BulkKinds, by caller: Caller, _ commands: CommandStreet,
        _ limiter: RateLimiter
    ) async throws {
        lines = try Self.lines(operations, of: kinds, by: caller)
        let targets = lines.map(\.order.target)
        for case .user(let user) in targets.prefix(1) { try limiter.admit(user, tokens: Int64(lines.count)) }
        let places = await commands.wallets(of: targets)
        var place: WalletPlace?
        for (number, line) in lines.enumerated() {
            let own = try Self.inLine(number) { try places.place(of: line.order.target) }
            guard place == nil || place?.wallet == own.wallet else {
                throw Problem.malformed(line.kind.subject).adding(.number("line", Int64(number + 1)))
            }
            // A user's place tells the environment too.
            if case .user = line.order.target { place = own } else { place = place ?? own }
        }
        guard let place else { throw Problem.malformed("operations") }
        command = Command(
            wallet: place.wallet, environment: place.environment, caller: caller.id, idempotency: nil,
            action: .all(Self.steps(lines)))
    }

    private static func lines(
        _ operations: [JSONValue], of kinds: BulkKinds, by caller: Caller
    ) throws -> [BulkLine] {
        var keys: Set<UUID> = []
        return try operations.enumerated().map { number, value in
            try inLine(number) {
                let line = try kinds.line(value, by: caller)
                // Two lines of one key would be one operation.
                guard keys.insert(line.order.idempotency.key).inserted else {
                    throw Problem.malformed("idempotency_key")
                }
                return line
            }
        }
    }

    private static func inLine<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Problem(error).adding(.number("line", Int64(number + 1)))
        }
    }

    /// Each key is bound to the whole set in its order: a set is one request, and nothing of it is a replay of less.
    private static func steps(_ lines: [BulkLine]) -> [Command.Step] {
        var bytes = Array("atomic".utf8)
        for line in lines { bytes += line.order.idempotency.key.bytes + line.order.idempotency.fingerprint.bytes }
        let fingerprint = UUID(truncating: SHA256.hash(bytes))
        return lines.map { line in
            Command.Step(
                idempotency: Idempotency(key: line.order.idempotency.key, fingerprint: fingerprint),
                action: line.order.action)
        }
    }

    /// - Parameter entries: of all lines, in order.
    func answer(_ entries: [Entry]) throws -> BulkSetAnswer {
        var rest = entries[...]
        let answers = try lines.map { line in
            // Those of what followed at once (coins that expired, debts that were met) belong to the answer.
            guard let count = rest.first?.first?.entryCount, rest.count >= count else {
                throw WalletError.internalError
            }
            defer { rest = rest.dropFirst(Int(count)) }
            return try line.kind.answer(Array(rest.prefix(Int(count))))
        }
        guard rest.isEmpty else { throw WalletError.internalError }
        return BulkSetAnswer(answers: answers)
    }
}

/// The answers of all lines, rendered from their entries alone: a repeat answers the same bytes.
struct BulkSetAnswer: Answer {
    let answers: [any Answer]

    func write(to object: inout JSONWriter) {
        object.array("results") { list in
            for (number, answer) in answers.enumerated() {
                list.object { result in
                    result.member("line", Int64(number + 1))
                    result.member("status", Int64(answer.status))
                    result.object("answer") { answer.write(to: &$0) }
                }
            }
        }
    }
}
