internal import WalletDomain
package import WalletLedger

/// The journal as lines for data warehouses: one JSON object for each entry, then one that says where to go on.
///
/// Columns are explained in `docs/feed.md`; new ones come at the end, and whatever else changes raises the version.
package struct FeedLines {
    package static let schemaVersion: Int64 = 1
    private static let lineBytes = 640

    private var references = UserReferences()
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ page: EventPage, cursor: String) {
        bytes.reserveCapacity(page.events.count * Self.lineBytes)
        for event in page.events { row(event) }
        line { object in
            object.member("type", "cursor")
            object.member("next_cursor", cursor)
            object.member("rows", Int64(page.events.count))
            object.member("more", page.hasMore)
        }
    }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func row(_ event: LedgerEvent) {
        let entry = event.entry
        let digits = String(references.reference(of: entry.wallet), radix: 16)
        let user = "u_" + String(repeating: "0", count: 2 * UserReferences.bytesCount - digits.utf8.count) + digits
        line { object in
            object.member("type", "entry")
            object.member("event_id", WireID.event(entry))
            object.member("environment", event.environment.rawValue)
            object.member("user_ref", user)
            object.member("wallet", entry.wallet.text)
            object.entry(entry)
            object.member("caller", Int64(entry.caller.number))
        }
    }

    private mutating func line(_ members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(reservingBytes: Self.lineBytes)
        writer.object { object in
            object.member("schema_version", Self.schemaVersion)
            members(&object)
        }
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// Where a reader of the feed stands, as text.
package enum FeedCursor {
    private static let list = "feed"

    package static func text(_ cursor: EventCursor) -> String { Cursor.text(cursor.bytes, of: list) }

    /// - Throws: for a text that no cursor of this feed has.
    package static func parse(_ text: String) throws(Problem) -> EventCursor {
        let bytes = try Cursor.bytes(text, of: list, bytesMax: Limits.eventCursorBytesMax)
        guard let cursor = EventCursor(bytes: bytes) else { throw Problem(code: .badCursor) }
        return cursor
    }
}
