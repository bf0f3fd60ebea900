internal import WalletDomain
internal import WalletLedger

/// What became of an act by hand: done (200), or waiting for another person (202).
struct ActAnswer: Answer {
    let outcome: ActDesk.Outcome

    var status: Int {
        switch outcome {
        case .waits: 202
        case .done: 200
        }
    }

    var headers: [(String, String)] {
        switch outcome {
        case .done(_, _, replayed: true): [("Idempotency-Replayed", "true")]
        case .waits, .done: []
        }
    }

    /// What is proposed is told as it was proposed: a repeat gets the same, whatever became of it.
    func write(to object: inout JSONWriter) {
        switch outcome {
        case .waits(let approval):
            object.member("approval", WireID.approval(approval.id))
            object.proposed(approval)
        case .done(let approval, let entries, _):
            object.done(approval.act, entries)
        }
    }
}

extension JSONWriter {
    /// What was asked for.
    mutating func proposed(_ approval: Approval) {
        member("action", approval.act.action.rawValue)
        switch approval.act {
        case .adjust(.give(let coins, let end)), .grant(let coins, let end):
            member("coins", coins.coins)
            member("expires_at", end?.text)
        case .adjust(.take(let coins)): member("coins", -coins.coins)
        case .forfeit(let coins?), .writeOff(let coins): member("coins", coins.coins)
        case .forfeit(nil): member("all", true)
        }
        member("environment", approval.environment.rawValue)
        member("proposed_at", approval.proposedAt.text)
        member("decide_until", approval.expiresAt.text)
    }

    /// What was done, from its entries alone.
    mutating func done(_ act: ApprovedAct, _ entries: [Entry]) {
        guard let last = entries.last else { return }
        let id = OperationID(wallet: last.wallet, sequence: last.operation)
        let coins = entries.reduce(0) { $0 + $1.coins }
        switch act {
        case .adjust:
            member("adjustment", WireID.adjustment(id))
            member("coins", last.credit == .promo ? coins : -coins)
        case .forfeit:
            member("forfeit", WireID.forfeit(id))
            member("coins", coins)
        case .grant:
            member("grant", WireID.grant(id))
            member("coins", coins)
        case .writeOff:
            member("write_off", WireID.writeOff(id))
            member("coins", coins)
        }
        if case .writeOff = act { forgiven(entries) } else { lots(entries) }
        object("balance") { $0.balances(last.after) }
        member("version", last.sequence)
        member("at", last.at.text)
    }

    private mutating func lots(_ entries: [Entry]) {
        array("lots") { list in
            for entry in entries {
                for use in entry.lots {
                    list.object { $0.lotUse(use, kind: entry.credit.isUsers ? entry.credit : entry.debit) }
                }
            }
        }
    }

    /// Of which refunded purchases; no lot changes by that.
    private mutating func forgiven(_ entries: [Entry]) {
        array("refunds") { list in
            for entry in entries {
                list.object { refund in
                    refund.member("transaction_id", entry.references.transaction?.text)
                    refund.member("coins", entry.coins)
                }
            }
        }
    }
}
