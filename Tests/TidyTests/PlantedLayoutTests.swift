import Testing

/// As `PlantedTests`, for the rules about sizes, routes and numbers.
@Suite struct PlantedLayoutTests {
    private func function(bodyLines: Int) -> String {
        "struct A {\n    func long(\n        a: Int\n    ) {\n"
            + String(repeating: "        a()\n", count: bodyLines) + "    }\n}\n"
    }

    @Test("a file, a line and a function may be as long as the limit and no longer")
    func sizes() {
        let lines = { (count: Int) in String(repeating: "a\n", count: count) }
        #expect(SizeRule.fileViolations(path: "a", text: lines(SizeRule.fileLinesMax)).isEmpty)
        #expect(SizeRule.fileViolations(path: "a", text: lines(SizeRule.fileLinesMax + 1)).count == 1)
        let columns = { (count: Int) in "a\n" + String(repeating: "ä", count: count) + "\n" }
        #expect(SizeRule.columnViolations(path: "a", text: columns(SizeRule.lineColumnsMax)).isEmpty)
        #expect(SizeRule.columnViolations(path: "a", text: columns(SizeRule.lineColumnsMax + 1)).map(\.line) == [2])
        let around = 4  // three lines of signature, one closing brace
        for (bodyLines, count) in [
            (SizeRule.functionLinesMax - around, 0), (SizeRule.functionLinesMax - around + 1, 1),
        ] {
            let file = SwiftText(path: "Sources/A/A.swift", function(bodyLines: bodyLines))
            #expect(SizeRule.functionViolations(in: file).count == count)
        }
    }

    @Test("functions are measured by their own braces")
    func functionSpans() {
        let text = """
            protocol P { func without(_ a: Int) -> Int }
            protocol Q {
                func alsoWithout() throws
                init(a: Int)
            }
            struct S: Q {
                init(a: Int) { self.init(b: "}") }  // }
                func wide(
                    then: () -> Void = {}
                ) async throws
                    -> Int
                {
                    let b = c.map { [$0] }
                    return 1
                }
                deinit {
                }
            }
            """
        let spans = FunctionFinder.functions(in: SwiftText(path: "Sources/A/A.swift", text))
        #expect(
            spans == [
                FunctionSpan(name: "init", line: 7, lines: 1), FunctionSpan(name: "wide", line: 8, lines: 8),
                FunctionSpan(name: "deinit", line: 16, lines: 2),
            ])
    }

    @Test("views of a file blank what they leave out and keep every line")
    func views() {
        let text =
            "let a = \"x /* y\" /* \"z\" /* deep */ */ + b // c\nlet d = \"\"\"\n  e \"f\" \\(g(\"h\"))\n  \"\"\""
        let file = SwiftText(path: "Sources/A/A.swift", text)
        #expect(numberedLines(file.code).count == numberedLines(text).count)
        for gone in ["x", "z", "deep", "c", "e \"", "h"] { #expect(!file.code.contains(" \(gone)")) }
        for kept in ["+ b", "let d", "g(\""] { #expect(file.code.contains(kept)) }
        for kept in ["x /* y", "e \"f\"", "\"h\""] { #expect(file.codeAndStrings.contains(kept)) }
        #expect(!file.codeAndStrings.contains("deep"))
    }

    private let yaml = """
        openapi: 3.1.0
        servers:
          /v1/not-a-path:
            get: {}
        paths:
          /v1/packs:
            summary: packs on sale
            get:
              responses: {}
          "/v1/wallets/{user}/spends":
            post:
              post: {}
        components:
          /v1/neither:
            get: {}
        """

    @Test("routes are read from literals, paths from the document, and differences named both ways")
    func routes() {
        let swift = """
            static let route = Route(.get, "/v1/packs", access: .read)
            // Route(.get, "/v1/ghost", access: .read)
            static let other = Route(
                .post, "/v1/wallets/{user}/grants", access: .grant)
            """
        let declared = RouteRule.declared(in: SwiftText(path: "Sources/WalletServer/Endpoints/A.swift", swift))
        let documented = RouteRule.documented(in: yaml)
        #expect(declared == ["GET /v1/packs", "POST /v1/wallets/{user}/grants"])
        #expect(documented == ["GET /v1/packs", "POST /v1/wallets/{user}/spends"])
        #expect(RouteRule.violations(declared: declared, documented: documented).count == 2)
        #expect(RouteRule.violations(declared: documented, documented: documented).isEmpty)
        #expect(RouteRule.violations(declared: ["GET /a", "GET /a"], documented: ["GET /a"]).count == 1)
    }

    @Test("a test target in no group is found")
    func testGroups() {
        let script = "groups=('^(PostgresTests|CryptoTests)\\.')"
        #expect(TestGroupRule.violations(targets: ["PostgresTests", "CryptoTests"], script: script).isEmpty)
        #expect(TestGroupRule.violations(targets: ["GreSQLTests", "gresTests"], script: script).count == 2)
    }

    @Test("an endpoint that is not on the list is found")
    func unlisted() {
        let endpoint = SwiftText(path: "Sources/WalletServer/Endpoints/A.swift", "struct SpendCoins: Endpoint {\n}")
        #expect(RouteRule.unlisted(endpoints: [endpoint], list: "[SpendCoins(ledger: ledger)]").isEmpty)
        #expect(RouteRule.unlisted(endpoints: [endpoint], list: "[ListPacks()]").count == 1)
    }

    @Test(
        "a link that leads nowhere is found, from where its page stands",
        arguments: [
            ("[a](docs/b.md)", "README.md", 0), ("[a](../docs/b.md#part)", "docs/c.md", 0),
            ("[a](b.md)", "docs/c.md", 0),
            ("[a](b.md)", "README.md", 1), ("[a](https://x.org/y)", "README.md", 0), ("[a](docs/)", "README.md", 0),
            ("[a](docs/b.md) [c](docs/d.md)", "README.md", 1), ("[a](#part)", "README.md", 0),
        ]
    )
    func links(text: String, path: String, count: Int) {
        let there: Set = ["docs/b.md", "docs"]
        #expect(LinkRule.violations(path: path, text: text, exists: there.contains).count == count)
    }

    @Test(
        "migrations have a verb, a noun and no gap",
        arguments: [
            (["0001_create_wallets.sql", "0002_add_holds.sql"], 0),
            (["0001_create_wallets.sql", "0003_add_holds.sql"], 1),
            (["0002_create_wallets.sql"], 1), (["0001_wallets.sql"], 1), (["1_create_wallets.sql"], 2),
            (["0001_create_wallets.sql", "0001_add_holds.sql"], 1), (["0001_Create_Wallets.sql"], 1), ([], 0),
        ] as [([String], Int)]
    )
    func migrations(names: [String], count: Int) {
        #expect(NumberedFilesRule.migrationViolations(names.map { "Migrations/\($0)" }).count == count)
    }

    @Test(
        "decisions have a number of their own",
        arguments: [
            (["0001-one-binary.md", "0003-ledger-hashes.md"], 0), (["0001-a.md", "0001-b.md"], 1),
            (["one-binary.md"], 1), (["0001_one.md"], 1),
        ] as [([String], Int)]
    )
    func decisions(names: [String], count: Int) {
        #expect(NumberedFilesRule.decisionViolations(names.map { "docs/decisions/\($0)" }).count == count)
    }
}
