import WalletDomain

/// Coins that lie aside.
struct PlainHold {
    var coins: [PlainPurse.Coin]
    let end: Instant
    /// What nobody else gets meanwhile.
    let once: String?
    var isOpen = true
}

extension PlainPurse {
    mutating func hold(_ count: Int, until end: Instant, once: String?, at moment: Instant) -> Bool {
        guard let taken = take(count, at: moment) else { return false }
        holds.append(PlainHold(coins: taken, end: end, once: once))
        return true
    }

    /// The coins to be used first are spent, the others come back.
    mutating func capture(_ hold: Int, _ count: Int?) -> Bool {
        let held = holds[hold].coins
        let wanted = count ?? held.count
        guard holds[hold].isOpen, wanted <= held.count, count != 0 else { return false }
        holds[hold].isOpen = false
        spends.append((Array(held.prefix(wanted)), false))
        coins += held.dropFirst(wanted)
        if wanted < held.count { meetDebts() }
        return true
    }

    mutating func release(_ hold: Int) -> Bool {
        guard holds[hold].isOpen else { return false }
        holds[hold].isOpen = false
        coins += holds[hold].coins
        meetDebts()
        return true
    }

    /// - Returns: how many holds were over.
    mutating func endHolds(at moment: Instant) -> Int {
        let due = holds.indices.filter { holds[$0].isOpen && holds[$0].end <= moment }
        for hold in due { _ = release(hold) }
        if !due.isEmpty { dropExpired(at: moment) }
        return due.count
    }

    /// - Returns: how many coins are gone.
    @discardableResult
    mutating func dropExpired(at moment: Instant) -> Int {
        let before = coins.count
        coins = live(at: moment)
        return before - coins.count
    }
}
