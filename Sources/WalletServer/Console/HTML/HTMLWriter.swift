/// Writes HTML that nothing can break out of: every text and every value of an attribute is escaped, and markup comes
/// from `HTMLTag` and `HTMLAttribute` alone (threat T21).
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []
    let language: Language
    let zone: ConsoleZone
    /// Stands in every form that changes something.
    let formToken: String
    private var ids = 0

    init(language: Language, zone: ConsoleZone, formToken: String = "") {
        self.language = language
        self.zone = zone
        self.formToken = formToken
        bytes.reserveCapacity(32 * 1_024)
    }

    /// What every page begins with; without it browsers guess.
    mutating func doctype() { append("<!doctype html>\n") }

    // MARK: Elements

    mutating func callAsFunction(
        _ tag: HTMLTag, _ attributes: HTMLAttribute?..., content: (inout HTMLWriter) throws -> Void
    ) rethrows {
        begin(tag, attributes)
        try content(&self)
        end(tag)
    }

    /// - Parameter text: what is there, not what we say: of the data, the same in every language.
    mutating func callAsFunction(_ tag: HTMLTag, _ attributes: HTMLAttribute?..., text: String) {
        begin(tag, attributes)
        escape(text)
        end(tag)
    }

    mutating func callAsFunction(_ tag: HTMLTag, _ attributes: HTMLAttribute?..., phrase: Phrase) {
        begin(tag, attributes)
        escape(phrase[language])
        end(tag)
    }

    mutating func callAsFunction(_ tag: HTMLTag, _ attributes: HTMLAttribute?...) {
        begin(tag, attributes)
        end(tag)
    }

    /// With attributes from a list.
    mutating func element(
        _ tag: HTMLTag, _ attributes: [HTMLAttribute?], content: (inout HTMLWriter) throws -> Void
    ) rethrows {
        begin(tag, attributes)
        try content(&self)
        end(tag)
    }

    mutating func element(_ tag: HTMLTag, _ attributes: [HTMLAttribute?]) {
        begin(tag, attributes)
        end(tag)
    }

    mutating func text(_ text: String) { escape(text) }

    mutating func phrase(_ phrase: Phrase) { escape(phrase[language]) }

    /// A name for an element that another one points at; no two of a page are the same.
    mutating func newID(_ prefix: String) -> String {
        ids += 1
        return "\(prefix)-\(ids)"
    }

    // MARK: Bytes

    private mutating func begin(_ tag: HTMLTag, _ attributes: [HTMLAttribute?]) {
        append("<")
        append(tag.rawValue)
        for case let attribute? in attributes {
            append(" ")
            append(attribute.name)
            guard let value = attribute.value else { continue }
            append("=\"")
            escape(value)
            append("\"")
        }
        append(">")
    }

    private mutating func end(_ tag: HTMLTag) {
        guard tag.hasEnd else { return }
        append("</")
        append(tag.rawValue)
        append(">")
    }

    private mutating func append(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// The same five everywhere: right between tags and between quotes of either kind (OWASP's rules 1 and 2). Control
    /// characters that no HTML may hold become the replacement character.
    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            case 0..<0x09, 0x0B..<0x20, 0x7F: append("\u{FFFD}")
            default: bytes.append(byte)
            }
        }
    }
}
