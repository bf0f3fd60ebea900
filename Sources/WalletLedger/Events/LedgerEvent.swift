package import WalletDomain

/// An entry as an event: what followers are told. Each entry is one, for ever the same.
package struct LedgerEvent: Sendable {
    package let environment: StoreEnvironment
    /// Whose wallet it is today; nil if the directory names nobody any more.
    package var user: UserID?
    package let entry: Entry
}

/// Which events a follower wants to see; the others are passed over.
package struct EventFilter: Hashable, Sendable {
    /// Nil: all.
    package let kinds: Set<EntryKind>?
    package let environment: StoreEnvironment?

    package init(kinds: Set<EntryKind>? = nil, environment: StoreEnvironment? = nil) {
        self.kinds = kinds
        self.environment = environment
    }

    var isOpen: Bool { kinds == nil && environment == nil }

    func admits(_ event: LedgerEvent) -> Bool {
        (kinds?.contains(event.entry.kind) ?? true) && (environment.map { $0 == event.environment } ?? true)
    }
}

/// Some events, and where to go on.
package struct EventPage: Sendable {
    package let events: [LedgerEvent]
    package let next: EventCursor
    /// There is more right now: ask again at once. It may be true of a page without events, when all that was looked at
    /// is passed over.
    package let hasMore: Bool

    package init(events: [LedgerEvent], next: EventCursor, hasMore: Bool) {
        self.events = events
        self.next = next
        self.hasMore = hasMore
    }
}
