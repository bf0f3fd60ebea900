/// Where a follower of the journal stands: for each lane the beat whose entries come next and how many of them it has.
///
/// At the end of what is committed it is a cut: each lane stands at the beat after its last, with nothing taken of it.
/// Entries of one beat are one committed batch in a fixed order, so a number says which of them were taken.
package struct EventCursor: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package var beat: Int64
        package var taken: Int64

        package init(beat: Int64, taken: Int64) {
            self.beat = beat
            self.taken = taken
        }

        /// A lane that was never read.
        static let start = Place(beat: 1, taken: 0)
    }

    package private(set) var places: [Int16: Place]

    /// Before everything.
    package static let start = EventCursor(places: [:])

    package init(places: [Int16: Place]) { self.places = places.filter { $0.value != .start } }

    /// Behind everything up to `cut`.
    package init(after cut: JournalCut) {
        self.init(places: cut.beats.mapValues { Place(beat: $0 + 1, taken: 0) })
    }

    package subscript(lane: Int16) -> Place {
        get { places[lane] ?? .start }
        set { places[lane] = newValue == .start ? nil : newValue }
    }

    /// Lanes that may have written since.
    func lanes(upTo cut: JournalCut) -> [Int16] { cut.lanes.filter { cut[$0] >= self[$0].beat } }

    /// It names what this database does not hold: it is of another one, or of a time before a restore.
    func isAhead(of cut: JournalCut) -> Bool {
        places.contains { lane, place in place.beat > cut[lane] + 1 || (place.beat > cut[lane] && place.taken > 0) }
    }
}
