/// The API document is the contract: what it names is served, what is served it names.
enum RouteRule {
    static let document = "docs/openapi.yaml"
    static let list = "Sources/WalletServer/Routes.swift"

    /// `Route(.post, "/v1/…"` literals, as `POST /v1/…`.
    static func declared(in file: SwiftText) -> [String] {
        file.codeAndStrings.matches(of: /\bRoute\(\s*\.(\w+)\s*,\s*"([^"]*)"/).map { "\($0.1.uppercased()) \($0.2)" }
    }

    /// The paths and methods of an OpenAPI document. A small reader: `paths:` at the margin, a path at 2 spaces,
    /// a method at 4. The whole document is checked by `scripts/check-openapi`.
    static func documented(in yaml: String) -> [String] {
        var isInPaths = false
        var path = ""
        var found: [String] = []
        for (_, line) in numberedLines(yaml) {
            if let top = line.firstMatch(of: /^([\w-]+):/) {
                isInPaths = top.1 == "paths"
            } else if isInPaths, let match = line.firstMatch(of: /^ {2}["']?(\/[^"':]*)["']?:/) {
                path = String(match.1)
            } else if isInPaths, let match = line.firstMatch(of: /^ {4}(get|put|post|delete|patch|head):/) {
                found.append("\(match.1.uppercased()) \(path)")
            }
        }
        return found
    }

    static func violations(declared: [String], documented: [String]) -> [Violation] {
        let unnamed = Set(declared).subtracting(documented).sorted().map { "\($0) is served but not documented" }
        let unserved = Set(documented).subtracting(declared).sorted().map { "\($0) is documented but not served" }
        let twice = Set(declared).filter { route in declared.count { $0 == route } > 1 }.sorted()
            .map { "\($0) is declared twice" }
        return (unnamed + unserved + twice).map { Violation(path: document, line: 0, what: $0) }
    }

    /// An endpoint that nobody put on the list would be documented, tested and unreachable.
    static func unlisted(endpoints: [SwiftText], list: String) -> [Violation] {
        endpoints.flatMap { file in
            file.code.matches(of: /\bstruct\s+(\w+)[^{]*:\s*[^{]*\bEndpoint\b/).map { String($0.1) }
                .filter { name in !list.contains("\(name)(") && !list.contains("\(name).") }
                .map { Violation(path: file.path, line: 0, what: "\($0) is not in \(self.list)") }
        }
    }
}
