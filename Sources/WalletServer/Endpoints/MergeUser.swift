internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// A guest becomes an account: all that is the guest's is the account's from then on, in each environment. Idempotent
/// by key.
struct MergeUser: Endpoint {
    static let route = Route(.post, "/v1/users/{user}/merge", access: .keys([.users]))
    let desk: MergeDesk

    struct Input: Sendable {
        let user: UserID
        let into: UserID
        let idempotency: Idempotency
    }

    func parse(_ call: Call) throws -> Input {
        let key = try IdempotencyKey(call)
        try call.requireNoQuery()
        let body = try call.object(only: ["into"])
        let (user, into) = (try call.user(), try UserID(body.text("into")))
        guard user != into else { throw Problem.malformed("into") }
        var fingerprint = RequestFingerprint(operation: "merge")
        fingerprint.add("into", into.text)
        return Input(user: user, into: into, idempotency: key.bound(to: fingerprint))
    }

    func run(_ input: Input, as caller: Caller) async throws -> MergeAnswer {
        let wanted = UserMerge(
            user: input.user, into: input.into, merge: UUID(), caller: caller.id, idempotency: input.idempotency)
        let merge = try await desk.run(wanted)
        return MergeAnswer(
            user: input.user, merge: merge, moves: try await moves(merge), isReplayed: merge.merge != wanted.merge)
    }

    /// Read from what both halves wrote, so that a repeat tells the same.
    private func moves(_ merge: UserMerge) async throws(WalletError) -> [MergeAnswer.Move] {
        var moves: [MergeAnswer.Move] = []
        let wallets = try await desk.merges.wallets(of: merge.user).sorted { $0.key.code < $1.key.code }
        for (environment, wallet) in wallets where !merge.handedOver.contains(environment) {
            guard case .merged(let target) = try await desk.leads.directory.standing(of: wallet) else { continue }
            let takeover = try await desk.leads.follow(wallet, to: target)
            guard takeover.merge == merge.merge else { continue }
            let id = OperationID(wallet: target, sequence: takeover.operation)
            moves.append(
                MergeAnswer.Move(
                    environment: environment, out: try await desk.leads.estates.closing(of: wallet),
                    into: try await desk.reader.operation(id)))
        }
        return moves
    }
}

struct MergeAnswer: Answer {
    struct Move: Sendable {
        let environment: StoreEnvironment
        /// The entries that closed the guest's wallet, and those that took over what it had.
        let out: [Entry]
        let into: [Entry]
    }

    let user: UserID
    let merge: UserMerge
    let moves: [Move]
    let isReplayed: Bool

    var headers: [(String, String)] { isReplayed ? [("Idempotency-Replayed", "true")] : [] }

    func write(to object: inout JSONWriter) {
        object.member("user", user.text)
        object.member("into", merge.into.text)
        object.array("environments") { list in
            for environment in merge.handedOver {
                list.object { item in
                    item.member("environment", environment.rawValue)
                    item.member("wallet", "handed_over")
                }
            }
            for move in moves { list.object { write(move, to: &$0) } }
        }
        object.member("merged_at", merge.doneAt?.text)
    }

    private func write(_ move: Move, to object: inout JSONWriter) {
        object.member("environment", move.environment.rawValue)
        object.member("wallet", "moved")
        guard let first = move.into.first, let last = move.into.last else { return }
        object.member("merge", WireID.merge(OperationID(wallet: first.wallet, sequence: first.operation)))
        for account in [Account.paid, .bonus, .promo] {
            object.member(account.name, move.out.reduce(0) { $0 + ($1.debit == account ? $1.coins : 0) })
        }
        object.member("debt", move.out.reduce(0) { $0 + ($1.credit == .debt ? $1.coins : 0) })
        object.member("expired", move.into.reduce(0) { $0 + ($1.kind == .expired ? $1.coins : 0) })
        object.member("debt_met", move.into.reduce(0) { $0 + ($1.kind == .debtSettled ? $1.coins : 0) })
        object.object("balance") { $0.balances(last.after) }
        object.member("version", last.sequence)
    }
}
