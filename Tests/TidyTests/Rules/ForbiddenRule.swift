/// Words that code in `Sources` does without; each with what to use instead.
enum ForbiddenRule {
    /// The targets that stand before a C library: only they handle what the compiler cannot check.
    static let faces: Set<String> = ["Postgres", "HTTPServer", "HTTPClient", "Crypto", "Gzip", "Zip"]

    struct Word: Sendable {
        let text: String
        let why: String
        /// The targets it is forbidden in; nil means all.
        var only: Set<String>?
        /// The targets it is allowed in.
        var except: Set<String> = []

        func applies(to target: String) -> Bool { (only?.contains(target) ?? true) && !except.contains(target) }
    }

    static let words: [Word] = [
        Word(text: "try!", why: "throw, or check first"),
        Word(text: "as!", why: "use as? and say what happens otherwise"),
        Word(text: "fatalError", why: "an error value, or a precondition with its reason"),
        Word(text: "@unchecked Sendable", why: "an actor, a Mutex or a Sendable value"),
        Word(text: "nonisolated(unsafe)", why: "an actor, a Mutex or a Sendable value"),
        Word(text: "Task.detached", why: "whoever starts a task owns its end"),
        Word(text: "unsafe", why: "belongs in the face of a C library", except: faces),
        Word(text: "print(", why: "logs are written in WalletServer, words for people in coffer", except: ["coffer"]),
        Word(text: "Date()", why: "the domain is told the time", only: ["WalletDomain"]),
        Word(text: "UUID()", why: "the domain is told ids", only: ["WalletDomain"]),
        Word(text: "random(", why: "the domain is told what is random", only: ["WalletDomain"]),
        Word(text: "Clock", why: "the domain is told the time", only: ["WalletDomain"]),
    ]

    static func violations(in file: SwiftText) -> [Violation] {
        guard file.isSource else { return [] }
        let applicable = words.filter { $0.applies(to: file.target) }
        return numberedLines(file.code).flatMap { number, line in
            applicable.filter { containsWord($0.text, in: line) }
                .map { Violation(path: file.path, line: number, what: "\($0.text): \($0.why)") }
        }
    }

    /// `value!` takes the process down where an error value would have done.
    static func forceUnwraps(in file: SwiftText) -> [Violation] {
        guard file.isSource else { return [] }
        return numberedLines(file.code).filter { $0.text.contains("!") && $0.text.contains(/[\w)\]>]!(?!=)/) }
            .map { Violation(path: file.path, line: $0.number, what: "force unwrap: guard, or throw") }
    }

    /// How far above a `try?` its reason may stand: a doc comment that says what nil means counts.
    static let reasonLinesMax = 5

    /// `try?` throws an error away: a comment in its line or shortly before says why that is right.
    static func unexplainedOptionalTries(in file: SwiftText) -> [Violation] {
        guard file.isSource else { return [] }
        let whole = numberedLines(file.whole).map(\.text)
        return numberedLines(file.code).filter { $0.text.contains("try?") }.filter { number, _ in
            !(number - 1 - reasonLinesMax...number - 1).contains {
                whole.indices.contains($0) && whole[$0].contains("//")
            }
        }.map { Violation(path: file.path, line: $0.number, what: "try? without a comment that says why") }
    }

    /// As a word of its own: `unsafeBitCast` is not `unsafe`, `.random(` is `random(`.
    private static func containsWord(_ word: String, in line: Substring) -> Bool {
        line.ranges(of: word).contains { range in
            let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            let endsInWord = word.last.map(isWordCharacter) ?? false
            let startsInWord = word.first.map(isWordCharacter) ?? false
            return !(startsInWord && isWordCharacter(before)) && !(endsInWord && isWordCharacter(after))
        }
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
