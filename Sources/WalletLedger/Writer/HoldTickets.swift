import Postgres
import WalletDomain

/// What a batch reads about holds: the open ones of its wallets, the ended ones that its commands name, and debts that
/// coins which are let go would meet.
struct HoldTickets {
    private var open: Ticket<LoadOpenHolds>?
    private var ended: Ticket<LoadEndedHolds>?
    private var owned: Ticket<LoadHeldOwnerships>?
    private var refunds: Ticket<LoadRefundsOfDebtors>?

    init(_ plan: BatchPlan, in pipeline: Pipeline) {
        if !plan.wallets.isEmpty { open = pipeline.add(LoadOpenHolds(wallets: plan.wallets)) }
        if !plan.holds.isEmpty {
            ended = pipeline.add(LoadEndedHolds(holds: plan.holds))
            owned = pipeline.add(LoadHeldOwnerships(holds: plan.holds))
        }
        // Of the others everything about refunds is loaded anyway.
        let others = plan.refunding.isEmpty ? plan.wallets : Self.others(plan)
        if !others.isEmpty { refunds = pipeline.add(LoadRefundsOfDebtors(wallets: others)) }
    }

    private static func others(_ plan: BatchPlan) -> [WalletID] {
        let refunding = Set(plan.refunding)
        return plan.wallets.filter { !refunding.contains($0) }
    }

    func add(to wallets: inout [WalletID: WalletState]) {
        for row in (open?.rows ?? []) + (ended?.rows ?? []) { wallets[row.wallet]?.holds[row.hold.number] = row.hold }
        for row in owned?.rows ?? [] { wallets[row.wallet]?.ownerships[row.item] = row.owner }
        for entry in refunds?.rows ?? [] { wallets[entry.wallet]?.refundEntries.append(entry) }
    }
}
