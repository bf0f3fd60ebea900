/// What apps show of an item.
///
/// Twin: the columns and checks of `items` in `Migrations/0013_publish_catalogue.sql`.
package struct ItemDetails: Hashable, Sendable {
    package var title: String
    package var description: String?
    /// Sorted, none twice.
    package private(set) var tags: [String]
    /// `https` only: apps show it to users.
    package var picture: String?

    /// - Throws: `malformed` with the member's name.
    package init(
        title: String, description: String? = nil, tags: [String] = [], picture: String? = nil
    ) throws(WalletError) {
        guard Self.isTitle(title) else { throw .malformed("title") }
        guard description.map(Self.isDescription) ?? true else { throw .malformed("description") }
        guard picture.map(PictureAddress.isValid) ?? true else { throw .malformed("picture") }
        self.title = title
        self.description = description
        self.picture = picture
        self.tags = []
        try setTags(tags)
    }

    package mutating func setTags(_ tags: [String]) throws(WalletError) {
        let sorted = Set(tags).sorted()
        guard sorted.count == tags.count, tags.count <= Limits.itemTagsMax, tags.allSatisfy(Self.isTag) else {
            throw .malformed("tags")
        }
        self.tags = sorted
    }

    /// A text for people: not blank at its ends, bounded, no control characters.
    package static func isTitle(_ text: String) -> Bool {
        isPlain(text, bytesMax: Limits.nameBytesMax) && !text.unicodeScalars.contains("\n")
    }

    /// As a title, longer and of several lines.
    package static func isDescription(_ text: String) -> Bool { isPlain(text, bytesMax: Limits.descriptionBytesMax) }

    package static func isPicture(_ text: String) -> Bool { PictureAddress.isValid(text) }

    /// Lower-case letters, digits and dashes: safe in a query, a list and a CSV cell.
    package static func isTag(_ text: String) -> Bool {
        (1...Limits.itemTagBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static func isPlain(_ text: String, bytesMax: Int) -> Bool {
        guard (1...bytesMax).contains(text.utf8.count), let first = text.unicodeScalars.first,
            let last = text.unicodeScalars.last
        else { return false }
        return ![" ", "\n"].contains(first) && ![" ", "\n"].contains(last)
            && text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}
