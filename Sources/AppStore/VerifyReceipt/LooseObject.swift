internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// A JSON object in which numbers and flags come as texts as often as not. What has another form counts as absent.
///
/// verifyReceipt writes nearly everything as a text; doubles of it, and Apple's own newer members, do not.
struct LooseObject {
    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    /// Nil also for `null`.
    subscript(_ name: String) -> JSONValue? {
        switch object[name] {
        case nil, .null: nil
        case .some(let value): value
        }
    }

    /// Nil also for an empty text, by which Apple says that there is none.
    func text(_ name: String) -> String? {
        switch object[name] {
        case .text(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        default: nil
        }
    }

    func integer(_ name: String) -> Int64? {
        switch object[name] {
        case .integer(let number): number
        case .text(let text): Int64(text)
        default: nil
        }
    }

    func boolean(_ name: String) -> Bool? {
        switch object[name] {
        case .boolean(let flag): flag
        case .integer(0), .text("0"), .text("false"): false
        case .integer(1), .text("1"), .text("true"): true
        default: nil
        }
    }

    func uuid(_ name: String) -> UUID? { text(name).flatMap { UUID(uuidString: $0) } }

    func object(_ name: String) -> LooseObject? {
        if case .object(let object) = object[name] { LooseObject(object) } else { nil }
    }

    /// The objects of a list; a list of anything else is empty.
    func objects(_ name: String) -> [LooseObject] {
        guard case .array(let values) = object[name] else { return [] }
        return values.compactMap { value in
            if case .object(let object) = value { LooseObject(object) } else { nil }
        }
    }
}
