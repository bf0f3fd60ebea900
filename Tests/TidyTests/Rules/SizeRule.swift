/// What fits on a screen gets read: lines of a file, columns of a line, lines of a function.
enum SizeRule {
    static let fileLinesMax = 400
    static let lineColumnsMax = 120
    static let functionLinesMax = 60
    static let readmeLinesMax = 90

    static func fileViolations(path: String, text: String, linesMax: Int = fileLinesMax) -> [Violation] {
        let lines = numberedLines(text).count
        guard lines > linesMax else { return [] }
        return [Violation(path: path, line: 0, what: "\(lines) lines, at most \(linesMax): it holds two ideas")]
    }

    static func columnViolations(path: String, text: String) -> [Violation] {
        numberedLines(text).filter { $0.text.count > lineColumnsMax }
            .map { Violation(path: path, line: $0.number, what: "\($0.text.count) columns, at most \(lineColumnsMax)") }
    }

    static func functionViolations(in file: SwiftText) -> [Violation] {
        FunctionFinder.functions(in: file).filter { $0.lines > functionLinesMax }
            .map {
                let what = "\($0.name) has \($0.lines) lines, at most \(functionLinesMax)"
                return Violation(path: file.path, line: $0.line, what: what)
            }
    }
}
