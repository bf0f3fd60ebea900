internal import FoundationEssentials

enum UUIDText {
    static func isOne(_ text: String) -> Bool { UUID(uuidString: text) != nil }
}
