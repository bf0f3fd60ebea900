import WalletDomain

/// The lots of one wallet: as their rows stand, and as the journal gives them.
struct LotsCheck {
    private var lines: [Int32: LotLine] = [:]
    private var replayed: [Int32: Replayed] = [:]
    /// The highest number that an entry issued: how many lots there ever were.
    private(set) var last: Int32 = 0

    /// What the entries say of a lot.
    private struct Replayed {
        var counters = LotEffect()
        var origin: Origin?
    }

    /// What a lot's row must say about where it comes from.
    fileprivate struct Origin: Equatable {
        let kind: Int16
        let acquiredAt: Instant
        let transaction: String?
        let product: String?

        var text: String {
            "kind \(kind), at \(acquiredAt.text), purchase \(transaction ?? "none"), product \(product ?? "none")"
        }
    }

    mutating func add(_ line: LotLine) { lines[line.lot] = line }

    subscript(_ lot: Int32) -> LotLine? { lines[lot] }

    mutating func note(
        _ effect: LotEffect, on lot: Int32, kind: EntryKind, credit: Account, _ facts: EntryLine.Facts
    ) {
        replayed[lot, default: Replayed()].counters += effect
        guard effect.issued > 0 else { return }
        last = max(last, lot)
        replayed[lot]?.origin = Lot.Kind.allCases.first { $0.account == credit }.map {
            Origin(
                kind: $0.rawValue, acquiredAt: facts.storeAt ?? facts.at, transaction: facts.transaction,
                product: facts.product)
        }
    }

    func finish(_ key: WalletKey, _ findings: inout VerifyFindings) {
        // In the order of the rows only if there is something to tell: most wallets are as they should be.
        for (number, lot) in replayed {
            guard let line = lines[number] else { continue }
            if line.counters != lot.counters || line.isOpen != lot.counters.isOpen {
                findings.add(
                    .lotCounters, "lots", "\(key.text)/\(number)", stored: line.counters.text(isOpen: line.isOpen),
                    computed: lot.counters.text(isOpen: lot.counters.isOpen))
            }
            guard let origin = lot.origin, origin != line.origin else { continue }
            findings.add(
                .lotOrigin, "lots", "\(key.text)/\(number)", stored: line.origin.text, computed: origin.text)
        }
        for number in Set(replayed.keys).subtracting(lines.keys).sorted() {
            let counters = replayed[number]?.counters ?? LotEffect()
            findings.add(
                .lotMissing, "lots", "\(key.text)/\(number)", stored: "no row",
                computed: counters.text(isOpen: counters.isOpen))
        }
        for (number, line) in lines where replayed[number] == nil {
            findings.add(
                .lotUnknown, "lots", "\(key.text)/\(number)", stored: line.counters.text(isOpen: line.isOpen),
                computed: "no entry names it")
        }
    }
}

extension LotLine {
    fileprivate var origin: LotsCheck.Origin {
        LotsCheck.Origin(kind: kind, acquiredAt: acquiredAt, transaction: transaction, product: product)
    }
}

extension LotEffect {
    /// Coins are left in it. Twin: the CHECK on `lots.open`.
    fileprivate var isOpen: Bool { issued > consumed &+ removed }

    fileprivate func text(isOpen: Bool) -> String {
        "issued \(issued), consumed \(consumed), removed \(removed), held \(held), \(isOpen ? "open" : "closed")"
    }
}
