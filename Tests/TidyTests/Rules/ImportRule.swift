/// The walls of `docs/architecture.md`: which target may import which.
///
/// SwiftPM does not hold them (it lets a file import what its target depends on indirectly), so this rule does.
enum ImportRule {
    /// The rooms with their own targets. A C library is a door: only its face goes through.
    static let walls: [String: Set<String>] = [
        "Postgres": ["CLibPQ"],
        "HTTPServer": ["CMicroHTTPD"],
        "HTTPClient": ["CCurl"],
        "Crypto": ["COpenSSL", "CSodium"],
        "Gzip": ["CZlib"],
        "Zip": ["CArchive"],
        "WalletDomain": [],
        "WalletLedger": ["WalletDomain", "Postgres", "Crypto"],  // Crypto: docs/decisions/0003
        "AppStore": ["WalletDomain", "Crypto", "HTTPClient"],
        "WalletServer": [
            "WalletDomain", "WalletLedger", "AppStore", "HTTPServer", "Crypto", "HTTPClient", "Gzip", "Zip",
        ],
        "StoreSimulator": ["Crypto", "HTTPServer", "HTTPClient"],
        "CofferClient": [],
        "coffer": [
            "WalletDomain", "WalletLedger", "AppStore", "WalletServer", "HTTPServer", "HTTPClient", "Crypto",
            "Postgres", "StoreSimulator",
        ],
    ]

    static let system: Set<String> = [
        "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Darwin",
    ]
    /// The pure room reads no clock, file or socket, so it gets value types only; the client must build for iOS.
    static let systemOf: [String: Set<String>] = [
        "WalletDomain": ["FoundationEssentials"],
        "CofferClient": ["Foundation", "FoundationEssentials", "FoundationNetworking", "Synchronization"],
    ]

    static func violations(in file: SwiftText) -> [Violation] {
        imports(of: file).filter { !isAllowed($0.module, in: file) }
            .map { Violation(path: file.path, line: $0.line, what: "\(file.target) may not import \($0.module)") }
    }

    private static func isAllowed(_ module: String, in file: SwiftText) -> Bool {
        guard file.isSource else { return !isDoor(module) }
        guard let wall = walls[file.target] else { return false }
        return wall.contains(module) || (systemOf[file.target] ?? system).contains(module)
    }

    /// Tests come through a face too.
    private static func isDoor(_ module: String) -> Bool {
        ["CLibPQ", "CMicroHTTPD", "CCurl", "COpenSSL", "CSodium", "CZlib"].contains(module)
    }

    static func imports(of file: SwiftText) -> [(line: Int, module: String)] {
        let pattern =
            #/
            ^\s* (?:@\w+(?:\([^)]*\))?\s+)* (?:(?:public|package|internal|fileprivate|private)\s+)?
            import\s+ (?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)? (\w+)
            /#
        return numberedLines(file.code).compactMap { number, text in
            guard text.contains("import"), let match = text.firstMatch(of: pattern) else { return nil }
            return (number, String(match.1))
        }
    }
}
