internal import HTTPServer
internal import WalletDomain

/// What a form sent: each field at most once, and none that the form does not have.
struct FormFields: Sendable {
    private let values: [String: String]
    /// As it was chosen; nil if the form has none, or nobody chose one.
    private(set) var file: [UInt8]?

    /// Of every form that changes something: the session's token against forged ones.
    static let token = "form_token"

    static let none = FormFields(values: [:])

    private init(values: [String: String]) { self.values = values }

    init(_ request: Request, only names: Set<String>) throws(Problem) {
        guard Self.isForm(request.head) else { throw Problem(code: .unsupportedMediaType) }
        // A form's body is written as a query is (WHATWG URL, 5).
        guard let body = String(validating: request.body, as: UTF8.self),
            let pairs = RequestHead(method: "POST", path: "/", rawQuery: body).query,
            pairs.count <= ConsoleLimits.formFieldsMax
        else { throw Problem(code: .unreadable) }
        var values: [String: String] = [:]
        for (name, value) in pairs {
            guard names.contains(name) || name == Self.token,
                values.updateValue(Self.plainLines(value), forKey: name) == nil
            else { throw .malformed(names.contains(name) ? name : "form") }
        }
        self.values = values
    }

    /// - Parameter file: the field for a file, if the form has one.
    init(_ request: Request, only names: Set<String>, file: String?) throws(Problem) {
        guard let file, let boundary = MultipartForm.boundary(request.head) else {
            self = try FormFields(request, only: names)
            return
        }
        var values: [String: String] = [:]
        var chosen: [[UInt8]] = []
        for part in try MultipartForm(request.body, boundary: boundary).parts {
            if part.isFile, part.name == file {
                chosen.append(part.content)
                continue
            }
            guard !part.isFile, names.contains(part.name) || part.name == Self.token,
                let value = String(validating: part.content, as: UTF8.self),
                values.updateValue(Self.plainLines(value), forKey: part.name) == nil
            else { throw .malformed(names.contains(part.name) ? part.name : "form") }
        }
        guard chosen.count <= 1 else { throw .malformed(file) }
        self.values = values
        // Without a choice browsers send an empty one.
        self.file = chosen.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `application/x-www-form-urlencoded`, with or without parameters.
    private static func isForm(_ head: RequestHead) -> Bool {
        let type = head.headers["content-type"]?.lowercased() ?? ""
        return type.prefix { $0 != ";" }.filter { $0 != " " } == "application/x-www-form-urlencoded"
    }

    /// Browsers end lines with CR and LF.
    private static func plainLines(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

    /// As typed, blanks at the ends left out; empty if the field is not there.
    subscript(_ name: String) -> String { (values[name] ?? "").trimmed }

    /// Nil if it was left empty.
    func optional(_ name: String) -> String? {
        let text = self[name]
        return text.isEmpty ? nil : text
    }

    /// Not trimmed: a password may begin with a blank.
    func secret(_ name: String) -> String { values[name] ?? "" }

    func isChecked(_ name: String) -> Bool { values[name] != nil }

    func required(_ name: String) throws(Problem) -> String {
        guard let text = optional(name) else { throw .malformed(name) }
        return text
    }

    /// Whole coins as people write them: `1,000` and `1 000` too.
    func coins(_ name: String) throws(Problem) -> Int64 {
        let digits = try required(name).filter { !", '\u{00A0}\u{202F}\u{FF0C}".contains($0) }
        guard let coins = Int64(digits) else { throw .malformed(name) }
        return coins
    }

    func optionalCoins(_ name: String) throws(Problem) -> Int64? { optional(name) == nil ? nil : try coins(name) }

    /// The values to show again. Secrets are typed anew.
    func shown(except secrets: Set<String> = []) -> [String: String] {
        values.filter { $0.key != Self.token && !secrets.contains($0.key) }
    }
}

extension String {
    /// Without white space at its ends.
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[...last].drop(while: isSpace))
    }
}
