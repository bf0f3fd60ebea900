internal import Crypto
internal import WalletDomain
internal import WalletLedger

/// The proofs that a user brought, the newest first, and where each stands. Never the proofs themselves.
struct ListProofs: Endpoint {
    static let route = Route(.get, "/v1/admin/wallets/{user}/proofs", access: .keys([.support]))
    let wallets: WalletReads
    let support: SupportReader

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> ProofPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return ProofPage(page: .empty(environment))
        }
        let list = Cursor.list("proofs", in: wallet)
        let before = try input.cursor.map { text throws(Problem) in
            let place = try MomentCursor(text, of: list)
            return (at: place.at, digest: try Self.digest(place.name))
        }
        let rows = try await support.proofs(of: wallet, before: before, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return ProofPage(
            page: Page(
                environment: environment, rows: rows,
                next: last.map { MomentCursor.text($0.receivedAt, Base64.encode($0.digest, .url), of: list) }))
    }

    private static func digest(_ text: String) throws(Problem) -> [UInt8] {
        guard let digest = Base64.decode(text, .url) else { throw Problem(code: .badCursor) }
        return digest
    }

    struct ProofPage: Answer {
        let page: Page<ProofLine>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("proofs") { list in
                for line in page.rows { list.object { $0.proof(line) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func proof(_ line: ProofLine) {
        member("topup", WireID.topup(line.wallet, line.digest))
        member("kind", line.kind.word)
        member("state", line.state.word)
        member("attempts", Int64(line.attempts))
        member("bytes", line.bytes)
        member("received_at", line.receivedAt.text)
        member("next_attempt_at", line.nextAttemptAt?.text)
    }
}

extension StoredProof.Kind {
    fileprivate var word: String {
        switch self {
        case .signedTransaction: "signed_transaction"
        case .receipt: "receipt"
        case .transactionID: "transaction_id"
        case .notification: "notification"
        }
    }
}

extension ProofRecord.State {
    var word: String {
        switch self {
        case .credited: "credited"
        case .pending: "pending"
        case .refused: "refused"
        }
    }
}
