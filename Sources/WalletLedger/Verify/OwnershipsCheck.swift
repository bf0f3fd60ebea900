import WalletDomain

/// What one wallet owns: as its rows stand, and as the journal gives it.
struct OwnershipsCheck {
    private var lines: [Name: OwnershipLine.Term] = [:]
    private var replayed: [Name: OwnershipLine.Term] = [:]
    /// Who gave the item that is owned now.
    private var givers: [String: Int64] = [:]
    /// The undo under way, which the end of an ownership follows.
    private var undo: End?
    private var ends: [String: [End]] = [:]
    /// Operations that took a merged wallet over. What they gave is told by that wallet's journal, not by this one.
    private var takeovers: Set<Int64> = []

    private struct End: Equatable {
        let operation: Int64
        let at: Instant
    }

    private struct Name: Hashable, Comparable {
        let item: String
        let operation: Int64

        static func < (left: Self, right: Self) -> Bool {
            (left.operation, left.item) < (right.operation, right.item)
        }
    }

    mutating func add(_ line: OwnershipLine) {
        lines[Name(item: line.item, operation: line.operation)] = line.term
    }

    mutating func note(_ facts: EntryLine.Facts, kind: EntryKind, onceItems: Set<String>) {
        switch kind {
        case .spent:
            guard let item = facts.item, onceItems.contains(item), facts.operationEntries != nil else { return }
            givers[item] = facts.operation
            replayed[Name(item: item, operation: facts.operation)] = OwnershipLine.Term(since: facts.at)
        case .undone: undo = End(operation: facts.operation, at: facts.at)
        case .ownershipEnded:
            guard let item = facts.item, let undo else { return }
            ends[item, default: []].append(undo)
            guard let giver = givers.removeValue(forKey: item) else { return }
            replayed[Name(item: item, operation: giver)]?.endedBy = undo.operation
            replayed[Name(item: item, operation: giver)]?.endedAt = undo.at
        case .merged:
            if facts.debit == Account.moved.rawValue { takeovers.insert(facts.operation) }
        case .sold, .granted, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .held,
            .holdReleased, .holdExpired, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            return
        }
    }

    func finish(_ key: WalletKey, _ findings: inout VerifyFindings) {
        for (name, term) in replayed.sorted(by: { $0.key < $1.key }) {
            guard let stored = lines[name] else {
                // A hold may be captured for what a merge gave meanwhile: that row stands for both.
                guard !isTakenOver(name.item) else { continue }
                findings.add(
                    .ownershipMissing, "ownerships", text(key, name), stored: "no row", computed: term.text)
                continue
            }
            guard stored != term else { continue }
            findings.add(.ownership, "ownerships", text(key, name), stored: stored.text, computed: term.text)
        }
        for (name, term) in lines.sorted(by: { $0.key < $1.key }) where replayed[name] == nil {
            guard !takeovers.contains(name.operation) || !endsAsTold(name.item, term) else { continue }
            findings.add(
                .ownershipUnknown, "ownerships", text(key, name), stored: term.text, computed: "no entry gives it")
        }
    }

    private func isTakenOver(_ item: String) -> Bool {
        lines.keys.contains { $0.item == item && takeovers.contains($0.operation) }
    }

    private func endsAsTold(_ item: String, _ term: OwnershipLine.Term) -> Bool {
        guard let operation = term.endedBy, let at = term.endedAt else { return term.endedAt == nil }
        return ends[item]?.contains(End(operation: operation, at: at)) == true
    }

    private func text(_ key: WalletKey, _ name: Name) -> String { "\(key.text)/\(name.item)/\(name.operation)" }
}

extension OwnershipLine.Term {
    fileprivate var text: String {
        "since \(since.text)" + (endedAt.map { ", ended by \(endedBy ?? 0) at \($0.text)" } ?? ", owned")
    }
}
