import WalletDomain

/// What a lane remembers from batch to batch.
struct LaneMemory {
    var wallets = RecentWallets()
    /// Items that cannot be owned: nobody asks whether they are. An item's kind never changes once it is no draft.
    private var repeatable: Set<ItemID> = []

    func isRepeatable(_ item: ItemID) -> Bool { repeatable.contains(item) }

    mutating func learn(_ offers: some Sequence<Offer>) {
        for offer in offers where offer.kind == .repeatable && offer.status != .draft {
            if repeatable.count >= Limits.recentItemsMax { repeatable = [] }
            repeatable.insert(offer.item)
        }
    }
}
