/// The beats of all lanes at one moment: every entry at or below is committed and visible, and none can appear there
/// later, since a lane's batches commit in the order of its beats.
package struct JournalCut: Hashable, Sendable {
    /// Beat by lane; lanes that never wrote are left out.
    package let beats: [Int16: Int64]

    package init(beats: [Int16: Int64]) { self.beats = beats.filter { $0.value > 0 } }

    package static let origin = JournalCut(beats: [:])

    /// 0: nothing of that lane.
    package subscript(lane: Int16) -> Int64 { beats[lane] ?? 0 }

    package var lanes: [Int16] { beats.keys.sorted() }
}
