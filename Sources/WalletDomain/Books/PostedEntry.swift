/// An entry of the books in its place: what exports write.
package struct PostedEntry: Sendable {
    package let id: String
    package let entry: BookEntry
    /// When it happened, and when it counts: later, if that day's period was closed. Days since 1970, in the books'
    /// zone.
    package let day: Int64
    package let postingDay: Int64
    /// A pseudonym; nil for what is about nobody.
    package let user: String?
    /// The lots' names in exports, by number.
    package let lots: [Int32: String]

    package init(
        id: String, entry: BookEntry, day: Int64, postingDay: Int64, user: String?, lots: [Int32: String]
    ) {
        self.id = id
        self.entry = entry
        self.day = day
        self.postingDay = postingDay
        self.user = user
        self.lots = lots
    }
}
