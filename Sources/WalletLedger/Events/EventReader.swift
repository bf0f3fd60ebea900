internal import Postgres
package import WalletDomain

/// Reads the journal as a list of events that only grows at its end: what commits late comes later, and is not skipped.
///
/// Events that move no coins (a frozen wallet, a top-up that waits) will join it from a table of their own, written by
/// the batches with lane and beat as entries are; webhooks will follow the same cursor (decision 0022).
package struct EventReader: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func cut() async throws(WalletError) -> JournalCut {
        JournalCut(beats: Dictionary(uniqueKeysWithValues: try await database.rows(ReadCut()).map { ($0.0, $0.1) }))
    }

    /// The events after `cursor` that are committed by now, at most `limit`.
    /// - Returns: nil if the cursor lies ahead of this journal.
    package func page(
        after cursor: EventCursor, _ filter: EventFilter = EventFilter(), limit: Int
    ) async throws(WalletError) -> EventPage? {
        // First the cut, then the entries: whatever the second statement sees besides is left for the next page.
        let cut = try await cut()
        guard !cursor.isAhead(of: cut) else { return nil }
        let lanes = cursor.lanes(upTo: cut)
        guard !lanes.isEmpty else { return EventPage(events: [], next: cursor, hasMore: false) }
        let wanted = filter.isOpen ? limit : Limits.eventRowsScannedMax
        let rowsMax = (wanted + lanes.count - 1) / lanes.count
        let rows = try await database.rows(
            ListEvents(
                places: lanes.map { (lane: $0, place: cursor[$0], beatMax: cut[$0]) }, rowsMax: Int64(rowsMax)))
        let byLane = Dictionary(grouping: rows, by: \.lane)
        var merge = EventMerge(
            lanes.map { lane in
                let rows = byLane[lane] ?? []
                return EventMerge.LaneRows(lane: lane, rows: rows, isCut: rows.count >= rowsMax)
            }, from: cursor, upTo: cut)
        var events: [LedgerEvent] = []
        while events.count < limit, let row = merge.next() {
            guard let environment = row.environment else { continue }
            let event = LedgerEvent(environment: environment, user: nil, entry: row.entry)
            if filter.admits(event) { events.append(event) }
        }
        let hasMore = !merge.cursor.lanes(upTo: cut).isEmpty
        return EventPage(events: try await named(events), next: merge.cursor, hasMore: hasMore)
    }

    /// With the users' ids, which stand in the directory only.
    private func named(_ events: [LedgerEvent]) async throws(WalletError) -> [LedgerEvent] {
        guard !events.isEmpty else { return [] }
        let wallets = Set(events.map(\.entry.wallet))
        var users: [WalletID: UserID] = [:]
        for row in try await database.rows(FindUsers(wallets: wallets.sorted())) { users[row.0] = row.1 }
        return events.map { event in
            var event = event
            event.user = users[event.entry.wallet]
            return event
        }
    }
}
