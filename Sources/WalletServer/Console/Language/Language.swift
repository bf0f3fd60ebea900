/// The languages of the console.
enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case chinese = "zh-Hans"

    /// As it calls itself.
    var ownName: String {
        switch self {
        case .english: "English"
        case .chinese: "简体中文"
        }
    }

    /// What the browser asks for (RFC 9110, 12.5.4): the one it wants most of those that there are; else English.
    init(accepting header: String?) {
        let wishes = (header ?? "").split(separator: ",").prefix(Self.wishesMax).enumerated().compactMap {
            Self.wish(String($1), place: $0)
        }
        self = wishes.max { ($0.weight, -$0.place) < ($1.weight, -$1.place) }?.language ?? .english
    }

    private static let wishesMax = 32

    private struct Wish {
        let language: Language
        /// In thousandths.
        let weight: Int
        let place: Int
    }

    private static func wish(_ range: String, place: Int) -> Wish? {
        let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard let tag = parts.first, let language = language(tag) else { return nil }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        guard weight > 0, weight <= 1 else { return nil }
        return Wish(language: language, weight: Int(weight * 1_000), place: place)
    }

    private static func language(_ tag: String) -> Language? {
        switch tag.prefix(while: { $0 != "-" }) {
        case "en", "*": .english
        case "zh": .chinese
        default: nil
        }
    }
}

/// Something that the console says, in every language that it speaks: without a translation it does not compile.
struct Phrase: Hashable, Sendable {
    private let english: String
    private let chinese: String

    init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    /// Names, ids and figures: the same for everybody.
    static func plain(_ text: String) -> Phrase { Phrase(text, text) }

    subscript(_ language: Language) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }

    static func + (left: Phrase, right: Phrase) -> Phrase {
        Phrase(left.english + right.english, left.chinese + right.chinese)
    }
}
