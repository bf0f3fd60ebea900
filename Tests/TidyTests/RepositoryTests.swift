import Testing

/// Every rule, held against the files of this working copy. `PlantedTests` shows that each can fail.
@Suite struct RepositoryTests {
    private static let everySwiftFolder = ["Sources", "Tests", "Benchmarks"]

    private func expectNone(_ violations: [Violation]) {
        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test("there is something to look at")
    func somethingIsThere() throws {
        #expect(Repository.swift(under: ["Sources"]).count > 10)
        #expect(try Repository.textIfPresent("Package.swift") != nil)
    }

    @Test("imports stay inside the walls")
    func imports() throws {
        expectNone(Repository.swift(under: ["Sources", "Tests"]).flatMap(ImportRule.violations))
    }

    @Test("every target of Sources has a wall")
    func everyTargetHasAWall() throws {
        let targets = Set(Repository.swift(under: ["Sources"]).map(\.target))
        #expect(targets.subtracting(ImportRule.walls.keys).isEmpty)
    }

    @Test("files, lines and functions fit on a screen or a few")
    func sizes() throws {
        let files = Repository.swift(under: Self.everySwiftFolder)
        expectNone(files.flatMap { SizeRule.fileViolations(path: $0.path, text: $0.whole) })
        expectNone(files.flatMap { SizeRule.columnViolations(path: $0.path, text: $0.whole) })
        expectNone(files.flatMap(SizeRule.functionViolations))
    }

    @Test("statements and scripts fit too")
    func otherSizes() throws {
        let paths = Repository.paths(under: "Migrations") + Repository.paths(under: "scripts") + ["Makefile"]
        for path in paths {
            let text = try Repository.text(path)
            expectNone(SizeRule.fileViolations(path: path, text: text))
            expectNone(SizeRule.columnViolations(path: path, text: text))
        }
    }

    @Test("the README is a screen and a half")
    func readme() throws {
        let text = try Repository.textIfPresent("README.md") ?? ""
        expectNone(SizeRule.fileViolations(path: "README.md", text: text, linesMax: SizeRule.readmeLinesMax))
    }

    @Test("sources do without what takes the process or the compiler's checks down")
    func forbidden() throws {
        let files = Repository.swift(under: ["Sources"])
        expectNone(files.flatMap(ForbiddenRule.violations))
        expectNone(files.flatMap(ForbiddenRule.forceUnwraps))
        expectNone(files.flatMap(ForbiddenRule.unexplainedOptionalTries))
    }

    @Test("no statement asks for the time of its transaction")
    func ledgerTime() throws {
        expectNone(Repository.swift(under: ["Sources/WalletLedger"]).flatMap(LedgerTimeRule.violations))
        for path in Repository.paths(under: "Migrations", suffix: ".sql") {
            expectNone(LedgerTimeRule.violations(inSQL: try Repository.text(path), path: path))
        }
    }

    @Test("only the App Store's room makes a purchase")
    func purchases() throws {
        expectNone(Repository.swift(under: ["Sources"]).flatMap(PurchaseRule.violations))
    }

    @Test("the routes equal the API document, and each endpoint is on the list")
    func routes() throws {
        let files = Repository.swift(under: ["Sources/WalletServer"])
        let documented = RouteRule.documented(in: try Repository.textIfPresent(RouteRule.document) ?? "")
        expectNone(RouteRule.violations(declared: files.flatMap(RouteRule.declared), documented: documented))
        let list = try Repository.textIfPresent(RouteRule.list) ?? ""
        let endpoints = files.filter { $0.path.contains("/Endpoints/") }
        expectNone(RouteRule.unlisted(endpoints: endpoints, list: SwiftText(path: RouteRule.list, list).code))
    }

    @Test("scripts/test runs every test target: one that is in no group would be left out unseen")
    func testGroups() throws {
        let targets = Set(Repository.swift(under: ["Tests"]).map(\.target)).filter { $0.hasSuffix("Tests") }
        expectNone(TestGroupRule.violations(targets: targets, script: try Repository.text(TestGroupRule.script)))
    }

    @Test("links between the pages lead somewhere")
    func links() throws {
        for path in ["README.md", "Benchmarks/README.md"] + Repository.paths(under: "docs", suffix: ".md") {
            let text = try Repository.text(path)
            expectNone(LinkRule.violations(path: path, text: text, exists: Repository.exists))
        }
    }

    @Test("migrations and decisions are numbered")
    func numbers() {
        expectNone(NumberedFilesRule.migrationViolations(Repository.paths(under: "Migrations")))
        expectNone(NumberedFilesRule.decisionViolations(Repository.paths(under: "docs/decisions")))
    }
}
