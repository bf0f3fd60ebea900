import Testing

/// Each rule catches what is planted for it and lets its innocent neighbour pass.
@Suite struct PlantedTests {
    private func file(_ path: String, _ text: String) -> SwiftText { SwiftText(path: path, text) }

    @Test(
        "a wall holds: C modules only in their face, no upward imports, whatever the import looks like",
        arguments: [
            ("Sources/WalletServer/A.swift", "internal import CLibPQ", false),
            ("Sources/Postgres/A.swift", "internal import CLibPQ", true),
            ("Sources/WalletDomain/A.swift", "internal import CZlib", false),
            ("Sources/Gzip/A.swift", "internal import CZlib", true),
            ("Sources/AppStore/A.swift", "package import WalletLedger", false),
            ("Sources/AppStore/A.swift", "import struct WalletLedger.Ledger", false),
            ("Sources/AppStore/A.swift", "package import struct WalletDomain.Purchase", true),
            ("Sources/WalletDomain/A.swift", "import Foundation", false),
            ("Sources/WalletDomain/A.swift", "package import struct FoundationEssentials.UUID", true),
            ("Sources/WalletLedger/A.swift", "@preconcurrency import AppStore", false),
            ("Sources/WalletLedger/A.swift", "internal import Crypto", true),
            ("Sources/WalletLedger/A.swift", "// import AppStore", true),
            ("Sources/Stranger/A.swift", "import WalletDomain", false),
            ("Tests/PostgresTests/A.swift", "import CLibPQ", false),
            ("Tests/PostgresTests/A.swift", "@testable import Postgres", true),
        ]
    )
    func imports(path: String, text: String, allowed: Bool) {
        #expect(ImportRule.violations(in: file(path, text)).isEmpty == allowed)
    }

    @Test(
        "forbidden words are found in code, and only there",
        arguments: [
            ("let a = try! b()", 1), ("let a = b as! C", 1), ("fatalError()", 1), ("// never fatalError", 0),
            ("let a = \"fatalError\"", 0), ("let a = \"\\(fatalError())\"", 1), ("let a = #\"\\(try!)\"#", 0),
            ("final class A: @unchecked Sendable {}", 1), ("nonisolated(unsafe) var a = 1", 2),
            ("Task.detached { }", 1), ("Task { }", 0), ("unsafe read()", 1), ("unsafely()", 0), ("print(1)", 1),
        ]
    )
    func words(text: String, count: Int) {
        #expect(ForbiddenRule.violations(in: file("Sources/WalletServer/A.swift", text)).count == count)
    }

    @Test("some words are forbidden in some rooms only")
    func wordsOfRooms() {
        let found = { (path: String, text: String) in ForbiddenRule.violations(in: self.file(path, text)).count }
        #expect(found("Sources/Postgres/A.swift", "unsafe read()") == 0)
        #expect(found("Sources/coffer/A.swift", "print(1)") == 0)
        #expect(found("Sources/WalletDomain/A.swift", "let now = Date()") == 1)
        #expect(found("Sources/WalletServer/A.swift", "let now = Date()") == 0)
        #expect(found("Sources/WalletDomain/A.swift", "let id = UUID()") == 1)
        #expect(found("Tests/WalletServerTests/A.swift", "try! a()") == 0)
    }

    @Test(
        "a force unwrap is one, a negation is none",
        arguments: [
            ("let a = b!", 1), ("let a = b()!.c", 1), ("let a = b[0]!", 1), ("var a: String!", 1), ("if !a { }", 0),
            ("if a != b { }", 0), ("let a = \"b!\"", 0), ("#if !os(Linux)", 0),
        ]
    )
    func forceUnwraps(text: String, count: Int) {
        #expect(ForbiddenRule.forceUnwraps(in: file("Sources/AppStore/A.swift", text)).count == count)
    }

    @Test("try? needs its reason beside it")
    func optionalTries() {
        let found = { (text: String) in
            ForbiddenRule.unexplainedOptionalTries(in: self.file("Sources/AppStore/A.swift", text)).count
        }
        #expect(found("let a = 1\nlet b = try? c()") == 1)
        #expect(found("let b = try? c()  // absent is fine") == 0)
        #expect(found("// absent is fine\nlet b = try? c()") == 0)
        let blank = String(repeating: "\n", count: ForbiddenRule.reasonLinesMax)
        #expect(found("// near\(blank)let b = try? c()") == 0)
        #expect(found("// far away\n\(blank)let b = try? c()") == 1)
    }

    @Test(
        "the time of a transaction is not asked for",
        arguments: [
            ("SELECT now()", 1), ("select NOW ()", 1), ("at timestamptz DEFAULT current_timestamp", 1),
            ("SELECT localtimestamp", 1), ("SELECT clock_timestamp()", 0), ("SELECT 1 -- now() is forbidden", 0),
            ("SELECT known(1)", 0), ("SELECT statement_timestamp()", 1), ("SELECT current_timestamps", 0),
        ]
    )
    func ledgerTime(sql: String, count: Int) {
        #expect(LedgerTimeRule.violations(inSQL: sql, path: "Migrations/0001_a_b.sql").count == count)
        let swift = "let sql = \"\"\"\n    \(sql.replacing("-- now() is forbidden", with: ""))\n    \"\"\""
        #expect(LedgerTimeRule.violations(in: file("Sources/WalletLedger/A.swift", swift)).count == count)
    }

    @Test("a function of Swift that is called now is none of SQL's")
    func swiftNow() {
        let found = { (text: String) in
            LedgerTimeRule.violations(in: self.file("Sources/WalletLedger/A.swift", text)).count
        }
        #expect(found("let a = clock.now()  // not \"now()\"") == 0)
        #expect(found("let a = \"SELECT \\(now())\"") == 0)
        #expect(found("let a = \"SELECT now()\"") == 1)
    }

    @Test("a purchase made outside its room is found")
    func purchases() {
        let made = "let a = Purchase(environment: .production)"
        #expect(PurchaseRule.violations(in: file("Sources/WalletServer/A.swift", made)).count == 1)
        #expect(PurchaseRule.violations(in: file("Sources/WalletServer/A.swift", "b(Purchase.init(c))")).count == 1)
        #expect(PurchaseRule.violations(in: file("Sources/WalletServer/A.swift", "CreditPurchase(a)")).isEmpty)
        #expect(PurchaseRule.violations(in: file("Sources/AppStore/A.swift", made)).isEmpty)
        #expect(PurchaseRule.violations(in: file("Tests/WalletLedgerTests/A.swift", made)).isEmpty)
    }
}
