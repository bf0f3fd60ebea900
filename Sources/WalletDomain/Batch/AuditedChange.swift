package import struct FoundationEssentials.UUID

/// What a command of an admin changed: a record of the audit log, written in the transaction that does it.
///
/// Twin: table `audit_log` in `Migrations/0012_audit_changes.sql` and `0015_support_wallets.sql`.
package struct AuditedChange: Hashable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        case writeOffDebt = "write_off_debt"
        case grantCoins = "grant_coins"
        case adjustCoins = "adjust_coins"
        case forfeitCoins = "forfeit_coins"
        case freezeWallet = "freeze_wallet"
        case unfreezeWallet = "unfreeze_wallet"

        /// What of a wallet it may change.
        fileprivate var accounts: [Account] {
            switch self {
            case .writeOffDebt: [.debt]
            case .grantCoins, .adjustCoins: [.promo]
            case .forfeitCoins: [.paid, .bonus]
            case .freezeWallet, .unfreezeWallet: []
            }
        }
    }

    package let action: Action
    package let wallet: WalletID
    /// Sequence of the operation's first entry; nil: it moved no coins.
    package let operation: Int64?
    package let caller: CallerID
    /// The address that the call came from.
    package let origin: String
    /// SHA-256 of the text in `notes`.
    package let reason: [UInt8]
    package let before: AuditedFigures
    package let after: AuditedFigures
    package let approval: UUID?
    package let at: Instant

    init(_ action: Action, _ act: ActByHand, _ entries: [Entry]) {
        guard let first = entries.first, let last = entries.last else {
            preconditionFailure("an accepted command writes at least one entry")
        }
        self.action = action
        wallet = first.wallet
        operation = first.operation
        caller = first.caller
        origin = act.origin
        reason = act.note.digest
        before = AuditedFigures(first.before, action.accounts)
        after = AuditedFigures(last.after, action.accounts)
        approval = act.approval
        at = first.at
    }

    init(_ freezing: FreezeWallet, before: WalletState.Status, _ state: WalletState, caller: CallerID, at: Instant) {
        action = freezing.isFrozen ? .freezeWallet : .unfreezeWallet
        wallet = state.id
        operation = nil
        self.caller = caller
        origin = freezing.act.origin
        reason = freezing.act.note.digest
        self.before = AuditedFigures([("state", .word(before.name))])
        after = AuditedFigures([("state", .word(state.status.name))])
        approval = freezing.act.approval
        self.at = at
    }
}

/// Figures and words of ours by name, as the audit log keeps them. Never a text about people.
package struct AuditedFigures: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case number(Int64)
        case word(String)
        case flag(Bool)
    }

    package struct Figure: Hashable, Sendable {
        package let name: String
        package let value: Value
    }

    package let all: [Figure]

    package init(_ figures: [(name: String, value: Value)]) {
        all = figures.map { Figure(name: $0.name, value: $0.value) }
    }

    fileprivate init(_ balances: Balances, _ accounts: [Account]) {
        self.init(accounts.map { ($0.name, .number(balances.coins(on: $0))) })
    }

    package subscript(_ name: String) -> Value? { all.first { $0.name == name }?.value }

    /// One JSON object.
    package var json: String {
        var writer = JSONWriter()
        writer.object { object in
            for figure in all {
                switch figure.value {
                case .number(let number): object.member(figure.name, number)
                case .word(let word): object.member(figure.name, word)
                case .flag(let flag): object.member(figure.name, flag)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension Entry {
    /// The wallet's figures before this entry.
    fileprivate var before: Balances {
        var before = after
        before.move(coins, on: debit)
        before.move(-coins, on: credit)
        return before
    }
}

extension Balances {
    /// Of a user's account; of the house's there is no figure here.
    fileprivate func coins(on account: Account) -> Int64 {
        switch account {
        case .paid: paid
        case .bonus: bonus
        case .promo: promo
        case .debt: debt
        case .sold, .bonusIssued, .granted, .spent, .clawedBack, .refundReversed, .expired, .adjusted, .writtenOff,
            .moved:
            0
        }
    }
}
