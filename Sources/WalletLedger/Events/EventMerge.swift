import WalletDomain

/// Lanes' entries as one list: the lane whose next entry is the oldest comes first, so that a wallet's entries come in
/// their order even if several lanes wrote them.
///
/// Pure. A lane's own order is never changed, so nothing is skipped or repeated whatever the clocks say; only if the
/// database's clock was set back may entries of a wallet that moved between lanes come out of order (their sequence
/// tells).
struct EventMerge {
    /// What was read of one lane, in order.
    struct LaneRows {
        let lane: Int16
        let rows: [EventRow]
        /// There may be more up to the cut.
        let isCut: Bool
    }

    private var lanes: [State] = []
    private let cut: JournalCut
    private(set) var cursor: EventCursor

    private struct State {
        let source: LaneRows
        var next = 0
        /// Never goes back, so that a clock that was set back holds nothing up.
        var time = Instant(microseconds: .min)

        var row: EventRow? { next < source.rows.count ? source.rows[next] : nil }
        var order: (Instant, Int64, Int16) { (time, row?.entry.sequence ?? 0, source.lane) }
    }

    init(_ sources: [LaneRows], from cursor: EventCursor, upTo cut: JournalCut) {
        self.cursor = cursor
        self.cut = cut
        lanes = sources.map { State(source: $0) }
        for index in lanes.indices { look(index) }
    }

    /// The next row in order; nil at the end, or where a lane was read no further and its next row might come first.
    mutating func next() -> EventRow? {
        guard !lanes.contains(where: { $0.row == nil && $0.source.isCut }) else { return nil }
        let ready = lanes.indices.filter { lanes[$0].row != nil }
        guard let index = ready.min(by: { lanes[$0].order < lanes[$1].order }), let row = lanes[index].row else {
            return nil
        }
        lanes[index].next += 1
        take(row)
        look(index)
        return row
    }

    private mutating func look(_ index: Int) {
        guard let row = lanes[index].row else {
            let source = lanes[index].source
            if !source.isCut { cursor[source.lane] = EventCursor.Place(beat: cut[source.lane] + 1, taken: 0) }
            return
        }
        lanes[index].time = max(lanes[index].time, row.entry.at)
    }

    private mutating func take(_ row: EventRow) {
        var place = cursor[row.lane]
        if place.beat != row.beat { place = EventCursor.Place(beat: row.beat, taken: 0) }
        place.taken += 1
        cursor[row.lane] = place
    }
}

/// A row of the journal with its place.
struct EventRow: Sendable {
    let lane: Int16
    let beat: Int64
    /// Nil if the wallet's row is not there: then the journal is damaged (`coffer verify`), and it is passed over.
    let environment: StoreEnvironment?
    let entry: Entry
}
