/// A function, initializer or deinitializer with a body.
struct FunctionSpan: Equatable {
    let name: String
    /// Where its declaration begins, from 1.
    let line: Int
    /// From the declaration to the closing brace, both counted.
    let lines: Int
}

/// Finds functions by their braces; it reads code without comments and strings, so every brace is one.
enum FunctionFinder {
    static func functions(in file: SwiftText) -> [FunctionSpan] {
        let lines = numberedLines(file.code)
        return lines.compactMap { number, text in
            guard let (name, rest) = declaration(text) else { return nil }
            let lines = [rest] + lines[number...].prefix(SizeRule.fileLinesMax).map(\.text)
            return endOfBody(in: lines).map { FunctionSpan(name: name, line: number, lines: $0) }
        }
    }

    /// The name declared in this line, and the line from there on.
    private static func declaration(_ line: Substring) -> (name: String, rest: Substring)? {
        guard line.contains("func ") || line.contains("init") else { return nil }
        if let match = line.firstMatch(of: /\bfunc\s+([^\s(<]+)/) {
            return (String(match.1), line[match.range.lowerBound...])
        }
        return line.firstMatch(of: /^\s*(?:[@\w()]+\s+)*(init[?]?|deinit)\s*[(<{]/).map { (String($0.1), line) }
    }

    /// How many lines it takes until the first brace outside parentheses is closed; nil if there is no body.
    private static func endOfBody(in lines: [Substring]) -> Int? {
        var parentheses = 0
        var braces = 0
        for (offset, line) in lines.enumerated() {
            for character in line {
                switch character {
                case "(", "[": parentheses += 1
                case ")", "]": parentheses -= 1
                case "{" where parentheses == 0 || braces > 0: braces += 1
                case "}" where braces == 0: if parentheses == 0 { return nil }
                case "}":
                    braces -= 1
                    if braces == 0 && parentheses == 0 { return offset + 1 }
                default: break
                }
            }
            let next = lines.dropFirst(offset + 1).first
            if braces == 0 && parentheses == 0 && !continuesSignature(next) { return nil }
        }
        return nil
    }

    private static func continuesSignature(_ line: Substring?) -> Bool {
        guard let start = line?.drop(while: { $0 == " " }) else { return false }
        return ["->", "{", "where", "throws", "async", "rethrows"].contains { start.hasPrefix($0) }
    }
}
