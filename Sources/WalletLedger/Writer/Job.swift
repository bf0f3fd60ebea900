import WalletDomain

/// A command that waits for its outcome.
struct Job: Sendable {
    let command: WalletDomain.Command
    let priority: JobClass
    let queuedAt: ContinuousClock.Instant
    /// Past it nothing is started any more.
    let deadline: ContinuousClock.Instant
    let reply: @Sendable (Result<Outcome, WalletError>) -> Void

    private static let bytesWithoutProof = 256

    /// What the command weighs in a batch.
    var bytes: Int {
        switch command.action {
        case .credit(let credit): Self.bytesWithoutProof + credit.proof.bytes.count
        case .all(let steps): Self.bytesWithoutProof * steps.count
        case .takeOver(let taking): Self.bytesWithoutProof * (taking.estate.lots.count + 1)
        case .spend, .grant, .undo, .refund, .hold, .capture, .release, .expire, .writeOff, .adjust, .forfeit, .freeze,
            .close, .erase:
            Self.bytesWithoutProof
        }
    }
}

/// Who goes first and is sent away last: the order of the cases.
package enum JobClass: Int, CaseIterable, Sendable {
    /// Apple's word about refunds: what it takes back must not be spent meanwhile.
    case refund
    /// Somebody has paid for it.
    case topup
    /// Everything else that a user waits for.
    case spend
    /// Lines of a bulk. They wait, bounded by the bulk's window, and are never sent away.
    case bulk

    init(_ action: WalletDomain.Command.Action) {
        switch action {
        case .refund: self = .refund
        case .credit: self = .topup
        case .spend, .grant, .undo, .hold, .capture, .release, .expire, .writeOff, .adjust, .forfeit, .freeze, .close,
            .takeOver, .erase, .all:
            self = .spend
        }
    }

    package var name: String {
        switch self {
        case .refund: "refund"
        case .topup: "topup"
        case .spend: "spend"
        case .bulk: "bulk"
        }
    }
}
