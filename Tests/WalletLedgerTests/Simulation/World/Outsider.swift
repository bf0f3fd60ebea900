import WalletDomain

/// Somebody outside who locks rows: an operator at a prompt, a migration, a forgotten session.
final class Outsider {
    let transaction: SimulatedTransaction
    let until: Int64
    /// Wanted besides: whoever holds it and wants ours is in a deadlock with us.
    var wants: LockTarget?

    init(_ transaction: SimulatedTransaction, until: Int64, wants: LockTarget?) {
        self.transaction = transaction
        self.until = until
        self.wants = wants
    }
}

extension Simulation {
    func lockFromOutside() {
        let targets = load.lockTargets
        guard let first = choices.element(of: targets), let second = choices.element(of: targets) else { return }
        let transaction = database.begin()
        do throws(Interruption) {
            try database.lock(first, for: transaction)
        } catch {
            return database.end(transaction)
        }
        let until = database.clock + Int64(choices.within(1...2_500)) * 1_000
        let outsider = Outsider(transaction, until: until, wants: choices.chance(50) ? second : nil)
        reach(outsider)
        outsiders.append(outsider)
        tally.outsiders += 1
    }

    /// Those whose time is over go; the others try again for what they want.
    func endOutsiders() {
        for outsider in outsiders where outsider.until <= database.clock { database.end(outsider.transaction) }
        outsiders.removeAll { $0.transaction.hasEnded }
        for outsider in outsiders { reach(outsider) }
    }

    private func reach(_ outsider: Outsider) {
        guard let wanted = outsider.wants else { return }
        do throws(Interruption) {
            try database.lock(wanted, for: outsider.transaction)
            outsider.transaction.waitsFor = nil
        } catch {
            if case .blocked(let owner) = error { outsider.transaction.waitsFor = owner }
        }
    }
}
