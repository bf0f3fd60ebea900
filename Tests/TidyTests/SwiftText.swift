/// One Swift file, seen in several ways. All have the same bytes at the same places, line breaks included;
/// what a view leaves out is blank. So a rule looks at code and is not misled by a comment or a string.
struct SwiftText: Sendable {
    let path: String
    let whole: String
    /// Without comments and without the text of string literals (interpolations are code).
    let code: String
    /// Without comments.
    let codeAndStrings: String

    init(path: String, _ text: String) {
        var lexer = Lexer(Array(text.utf8))
        lexer.readCode(insideInterpolation: false)
        self.path = path
        whole = text
        code = String(decoding: lexer.code, as: UTF8.self)
        codeAndStrings = String(decoding: lexer.codeAndStrings, as: UTF8.self)
    }

    /// The text of string literals only.
    var strings: String {
        let texts = zip(code.utf8, codeAndStrings.utf8).map { $0 == $1 && $0 != newline ? blank : $1 }
        return String(decoding: texts, as: UTF8.self)
    }

    /// The folder below `Sources` or `Tests`: the target, by the repository's layout.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    var isSource: Bool { path.hasPrefix("Sources/") }
}

/// Just enough of Swift's lexical structure. Source: The Swift Programming Language, "Lexical Structure".
private struct Lexer {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var code: [UInt8]
    private(set) var codeAndStrings: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code = bytes.map { $0 == newline ? newline : blank }
        codeAndStrings = code
    }

    /// Reads to the end of the file, or to the parenthesis that closes an interpolation.
    mutating func readCode(insideInterpolation: Bool) {
        var depth = 0
        while index < bytes.count {
            keepPlainCode()
            if index == bytes.count {
                return
            } else if starts(with: "//") {
                skip { $0 == newline }
            } else if starts(with: "/*") {
                skipBlockComment()
            } else if let hashes = hashesBefore("\"") {
                readString(hashes: hashes)
            } else {
                if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
                keep(asCode: true)
                if insideInterpolation && depth < 0 { return }
            }
        }
    }

    /// Most of a file, so in one piece.
    private mutating func keepPlainCode() {
        var end = index
        while end < bytes.count && !isCodeMark[Int(bytes[end])] { end += 1 }
        code.replaceSubrange(index..<end, with: bytes[index..<end])
        codeAndStrings.replaceSubrange(index..<end, with: bytes[index..<end])
        index = end
    }

    private mutating func readString(hashes: Int) {
        let marks = String(repeating: "#", count: hashes)
        keep(count: hashes, asCode: true)
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        keep(count: quote.utf8.count, asCode: true)
        while index < bytes.count {
            if bytes[index] != quoteMark && bytes[index] != backslash && bytes[index] != newline {
                keep(asCode: false)
            } else if starts(with: quote + marks) {
                return keep(count: quote.utf8.count + hashes, asCode: true)
            } else if starts(with: "\\" + marks + "(") {
                keep(count: hashes + 2, asCode: false)
                readCode(insideInterpolation: true)
            } else if starts(with: "\\" + marks) {
                keep(count: hashes + 2, asCode: false)
            } else if bytes[index] == newline && quote.utf8.count == 1 {
                return  // a string that never ends: the compiler will say so
            } else {
                keep(asCode: false)
            }
        }
    }

    /// Comments nest in Swift.
    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") { depth += 1 }
            if starts(with: "*/") { depth -= 1 }
            index += starts(with: "/*") || starts(with: "*/") ? 2 : 1
        } while depth > 0 && index < bytes.count
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while index < bytes.count && !isEnd(bytes[index]) { index += 1 }
    }

    private mutating func keep(count: Int = 1, asCode: Bool) {
        for _ in 0..<count where index < bytes.count {
            codeAndStrings[index] = bytes[index]
            if asCode { code[index] = bytes[index] }
            index += 1
        }
    }

    /// How many `#` stand here before `mark`; nil if something else stands here.
    private func hashesBefore(_ mark: Character) -> Int? {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        let next = index + hashes
        return next < bytes.count && bytes[next] == mark.asciiValue ? hashes : nil
    }

    private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }
}

/// Where something else than plain code may begin or end.
private let isCodeMark = (UInt8.min...UInt8.max).map { "/\"#()".utf8.contains($0) }
private let quoteMark = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let newline = UInt8(ascii: "\n")
private let blank = UInt8(ascii: " ")
