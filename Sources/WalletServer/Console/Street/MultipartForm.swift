internal import HTTPServer

/// A form with a file in it, as browsers send it (RFC 7578): fields and files in parts between lines of the boundary.
struct MultipartForm: Sendable {
    struct Part: Hashable, Sendable {
        let name: String
        /// It came from a field for files, chosen or not.
        let isFile: Bool
        let content: [UInt8]
    }

    let parts: [Part]

    /// - Throws: `unreadable` for what no browser sends.
    init(_ body: [UInt8], boundary: String) throws(Problem) {
        // In front of the first boundary stands no line end: one is thought there.
        let delimiter = Self.lineEnd + Array("--\(boundary)".utf8)
        var rest = body[...]
        guard rest.starts(with: delimiter.dropFirst(2)) else { throw Problem(code: .unreadable) }
        rest = rest.dropFirst(delimiter.count - 2)
        var parts: [Part] = []
        while !rest.starts(with: Self.end) {
            guard parts.count < ConsoleLimits.formFieldsMax, rest.starts(with: Self.lineEnd),
                let place = rest.dropFirst(Self.lineEnd.count).firstPlace(of: delimiter)
            else { throw Problem(code: .unreadable) }
            parts.append(try Self.part(rest[(rest.startIndex + Self.lineEnd.count)..<place]))
            rest = rest[(place + delimiter.count)...]
        }
        self.parts = parts
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let end = Array("--".utf8)

    /// Nil unless the request says that it is such a form, and how its parts are told apart (RFC 2046, 5.1.1).
    static func boundary(_ head: RequestHead) -> String? {
        guard let type = head.headers["content-type"] else { return nil }
        let pieces = type.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard pieces.first?.lowercased() == "multipart/form-data",
            let named = pieces.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let boundary = named.dropFirst("boundary=".count).filter { $0 != "\"" }
        return (1...boundaryBytesMax).contains(boundary.utf8.count) ? boundary : nil
    }

    private static let boundaryBytesMax = 70

    /// Headers, an empty line, the content as it is.
    private static func part(_ bytes: ArraySlice<UInt8>) throws(Problem) -> Part {
        guard let place = bytes.firstPlace(of: lineEnd + lineEnd),
            let head = String(validating: bytes[..<place], as: UTF8.self)
        else { throw Problem(code: .unreadable) }
        let said = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let said, let name = parameter("name", of: said) else { throw Problem(code: .unreadable) }
        let isFile = parameter("filename", of: said) != nil
        return Part(name: name, isFile: isFile, content: Array(bytes[(place + 4)...]))
    }

    /// Of `form-data; name="csv"; filename="report.txt"`: browsers write quotes inside of one as `%22`.
    private static func parameter(_ name: String, of line: Substring) -> String? {
        guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound,
            let end = line[start...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start..<end])
    }
}

extension ArraySlice<UInt8> {
    /// Where `pattern` begins.
    fileprivate func firstPlace(of pattern: [UInt8]) -> Int? {
        guard let first = pattern.first, count >= pattern.count else { return nil }
        var from = startIndex
        while let place = self[from...(endIndex - pattern.count)].firstIndex(of: first) {
            if self[place...].starts(with: pattern) { return place }
            from = place + 1
            if from > endIndex - pattern.count { return nil }
        }
        return nil
    }
}
