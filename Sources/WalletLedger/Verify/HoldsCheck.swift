internal import Crypto
import WalletDomain

/// The holds of one wallet: as their rows stand, and as the journal gives them.
struct HoldsCheck {
    private var lines: [Int64: HoldLine] = [:]
    private var replayed: [Int64: Replayed] = [:]

    /// What the entries say of a hold.
    private struct Replayed {
        var facts: HoldLine.Facts
        /// One list an entry, in the order of use within an account.
        var parts: [[Hold.Part]] = []
    }

    mutating func add(_ line: HoldLine) { lines[line.hold] = line }

    mutating func note(_ facts: EntryLine.Facts, kind: EntryKind, onceItems: Set<String>) {
        switch kind {
        case .held: place(facts, onceItems)
        case .holdReleased: end(facts, as: .released)
        case .holdExpired: end(facts, as: .expired)
        // A spend that refers to an operation captures it.
        case .spent: end(facts, as: .captured)
        case .sold, .granted, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .undone,
            .ownershipEnded, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            return
        }
    }

    private mutating func place(_ facts: EntryLine.Facts, _ onceItems: Set<String>) {
        let fresh = Replayed(
            facts: HoldLine.Facts(
                state: Hold.Status.open.rawValue, captured: 0, placedAt: facts.at,
                expiresAt: facts.expiresAt ?? facts.at, item: facts.item, quantity: facts.quantity,
                unitPrice: facts.unitPrice, priceVersion: facts.priceVersion,
                isOnce: facts.item.map { onceItems.contains($0) } ?? false, note: facts.note, coins: 0))
        let parts = zip(facts.lots, facts.lotCoins).map { Hold.Part(lot: $0, coins: $1) }
        replayed[facts.operation, default: fresh].parts.append(parts)
        for part in parts { replayed[facts.operation]?.facts.coins &+= part.coins }
    }

    /// What a capture leaves is let go by entries behind it: the first that ends a hold says how it ended.
    private mutating func end(_ facts: EntryLine.Facts, as status: Hold.Status) {
        guard let number = facts.refersTo, var hold = replayed[number] else { return }
        if hold.facts.endedBy == nil {
            hold.facts.state = status.rawValue
            hold.facts.endedBy = facts.operation
            hold.facts.endedAt = facts.at
        }
        if status == .captured { hold.facts.captured &+= facts.coins }
        replayed[number] = hold
    }

    func finish(_ key: WalletKey, _ findings: inout VerifyFindings) {
        for (number, hold) in replayed.sorted(by: { $0.key < $1.key }) {
            let name = "\(key.text)/\(number)"
            let computed = hold.facts.text(hold.parts.flatMap { $0 })
            guard let line = lines[number] else {
                findings.add(.holdMissing, "holds", name, stored: "no row", computed: computed)
                continue
            }
            guard line.facts != hold.facts || !line.isEven || !Self.agree(line.parts, hold.parts) else { continue }
            findings.add(.hold, "holds", name, stored: line.facts.text(line.parts), computed: computed)
        }
        for (number, line) in lines.sorted(by: { $0.key < $1.key }) where replayed[number] == nil {
            findings.add(
                .holdUnknown, "holds", "\(key.text)/\(number)", stored: line.facts.text(line.parts),
                computed: "no entry places it")
        }
    }

    /// The row holds the entries' parts and no others, those of an entry in the entry's order.
    private static func agree(_ stored: [Hold.Part], _ entries: [[Hold.Part]]) -> Bool {
        let count = entries.reduce(0) { $0 + $1.count }
        return stored.count == count
            && entries.allSatisfy { parts in
                let lots = Set(parts.map(\.lot))
                return stored.filter { lots.contains($0.lot) } == parts
            }
    }
}

extension HoldLine.Facts {
    fileprivate func text(_ parts: [Hold.Part]) -> String {
        let status = Hold.Status(rawValue: state).map { "\($0)" } ?? "state \(state)"
        let lots = parts.sorted { $0.lot < $1.lot }.map { "\($0.coins) of lot \($0.lot)" }
        let what = item.map { "item \($0)\(isOnce ? ", owned once" : "")" } ?? "an amount"
        let price =
            unitPrice.map { ", \(quantity ?? 0) at \($0) (version \(priceVersion ?? 0))" } ?? ""
        let end = endedAt.map { ", ended by \(endedBy ?? 0) at \($0.text)" } ?? ""
        return "\(status), \(coins) coins (\(lots.joined(separator: ", "))), captured \(captured), \(what)\(price), "
            + "note \(note.map { hexadecimal($0) } ?? "none"), from \(placedAt.text) to \(expiresAt.text)\(end)"
    }
}
