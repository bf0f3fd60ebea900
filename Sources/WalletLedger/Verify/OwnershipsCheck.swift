import WalletDomain

/// What one wallet owns: as its rows stand, and as the journal gives it.
struct OwnershipsCheck {
    private var lines: [Name: OwnershipLine.Term] = [:]
    private var replayed: [Name: OwnershipLine.Term] = [:]
    /// Who gave the item that is owned now.
    private var givers: [String: Int64] = [:]
    /// The undo under way, which the end of an ownership follows.
    private var undo: (operation: Int64, at: Instant)?

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
        case .undone: undo = (facts.operation, facts.at)
        case .ownershipEnded:
            guard let item = facts.item, let giver = givers.removeValue(forKey: item), let undo else { return }
            replayed[Name(item: item, operation: giver)]?.endedBy = undo.operation
            replayed[Name(item: item, operation: giver)]?.endedAt = undo.at
        case .sold, .granted, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .held,
            .holdReleased, .holdExpired:
            return
        }
    }

    func finish(_ key: WalletKey, _ findings: inout VerifyFindings) {
        for (name, term) in replayed.sorted(by: { $0.key < $1.key }) {
            guard let stored = lines[name] else {
                findings.add(
                    .ownershipMissing, "ownerships", text(key, name), stored: "no row", computed: term.text)
                continue
            }
            guard stored != term else { continue }
            findings.add(.ownership, "ownerships", text(key, name), stored: stored.text, computed: term.text)
        }
        for (name, term) in lines.sorted(by: { $0.key < $1.key }) where replayed[name] == nil {
            findings.add(
                .ownershipUnknown, "ownerships", text(key, name), stored: term.text, computed: "no entry gives it")
        }
    }

    private func text(_ key: WalletKey, _ name: Name) -> String { "\(key.text)/\(name.item)/\(name.operation)" }
}

extension OwnershipLine.Term {
    fileprivate var text: String {
        "since \(since.text)" + (endedAt.map { ", ended by \(endedBy ?? 0) at \($0.text)" } ?? ", owned")
    }
}
