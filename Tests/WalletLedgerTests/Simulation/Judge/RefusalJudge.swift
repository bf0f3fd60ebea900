import WalletDomain

/// A refusal was right at some moment between sending and telling.
struct RefusalJudge {
    private let tables: SimulatedTables
    /// Wallets in which nothing ends by itself.
    private let plain: Set<WalletID>

    init(_ tables: SimulatedTables, plain: Set<WalletID>) {
        self.tables = tables
        self.plain = plain
    }

    func finding(_ request: SimulatedRequest) -> String? {
        guard case .failure(let refusal) = request.answer, let attempt = request.attempts.last,
            let told = attempt.toldAt
        else { return nil }
        let steps = attempt.sentAt...told
        let file = tables.wallets[attempt.wallet]
        guard !isRight(refusal, of: request, file, steps) else { return nil }
        return "request \(request.number) was refused (\(refusal)), and that was never right in \(steps)"
    }

    private func isRight(
        _ refusal: WalletError, of request: SimulatedRequest, _ file: WalletFile?, _ steps: ClosedRange<Int>
    ) -> Bool {
        switch refusal {
        case .insufficientCoins(let balance, let required):
            guard balance < required else { return false }
            guard plain.contains(request.wallet), case .spend = request.action else { return true }
            return moments(file, steps).contains { $0.available == balance.coins }
        case .walletInDebt(let debt): return moments(file, steps).contains { $0.debt == debt.coins }
        case .alreadyOwned(let operation), .alreadyHeld(let operation):
            return file?.lines[operation.sequence].map { $0.committedAt <= steps.upperBound } ?? false
        case .idempotencyKeyReused:
            return request.keys.contains { key, fingerprint in
                guard let line = file?.keys[key].flatMap({ file?.lines[$0] }) else { return false }
                return line.committedAt <= steps.upperBound
                    && line.entry.first?.idempotency?.fingerprint != fingerprint
            }
        case .spendNotFound: return !isThere(request, .spent, file, at: steps.lowerBound)
        case .holdNotFound: return !isThere(request, .held, file, at: steps.lowerBound)
        default: return true
        }
    }

    /// The wallet's figures before and between the steps.
    private func moments(_ file: WalletFile?, _ steps: ClosedRange<Int>) -> [Balances] {
        let lines = (file?.lines.values.sorted { $0.entry.sequence < $1.entry.sequence }) ?? []
        let before = lines.last { $0.committedAt < steps.lowerBound }?.entry.after ?? .zero
        return [before] + lines.filter { steps.contains($0.committedAt) }.map(\.entry.after)
    }

    private func isThere(_ request: SimulatedRequest, _ kind: EntryKind, _ file: WalletFile?, at step: Int) -> Bool {
        guard let line = request.action.about.flatMap({ file?.lines[$0] }) else { return false }
        return line.entry.kind == kind && line.entry.first != nil && line.committedAt < step
    }
}
