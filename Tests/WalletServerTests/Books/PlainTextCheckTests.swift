import Foundation
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// I17: programs of others read an export of everything, and what they say is told.
@Suite(.serialized) struct PlainTextCheckTests {
    private func shop() async throws -> ServiceFixture {
        let service = try await ServiceFixture()
        _ = try await service.sellToReader()
        try await service.tellBooks([
            (.commission(.everyOther), .rate(bp: 1_500)), (.tax(.everyOther), .tax(.ofPrice(bp: 0))),
        ])
        return service
    }

    private func check(
        _ service: ServiceFixture, ask: @escaping @Sendable (BooksJudge, URL) -> PlainTextCheck.Verdict
    ) async throws -> BooksReport {
        let exporter = service.ledger.reports
        let report = try await BooksCheck(try await exporter.everything(.production), namedMax: 10).check()
        return try await PlainTextCheck(exporter, ask: ask).check(report, .production)
    }

    @Test("real programs agree on the books of a database, and refuse them with one minor unit changed")
    func judged() async throws {
        let service = try await shop()
        let good = try await check(service, ask: BooksJudge.ask)
        #expect(good.findings == [] && good.judges?.agreeing.isEmpty == false)
        let changed = try await check(service) { judge, file in
            // The sale of 50.00, as the books write it.
            guard let text = try? String(contentsOf: file, encoding: .utf8), text.contains("42.50 CNY"),
                let first = text.range(of: "42.50 CNY")
            else { return .agrees }
            let other = text.replacingCharacters(in: first, with: "42.51 CNY")
            guard (try? Data(other.utf8).write(to: file)) != nil else { return .agrees }
            defer { try? Data(text.utf8).write(to: file) }
            return BooksJudge.ask(judge, file)
        }
        let present = BooksJudge.allCases.filter { $0.located != nil }
        #expect(changed.findings.map(\.place) == present.map(\.rawValue))
        #expect(changed.counts[.plainText] == Int64(present.count) && !changed.isWhole)
    }

    @Test("a program that is not there leaves the equation unchecked, one that complains breaks it")
    func missing() async throws {
        let service = try await shop()
        let some = try await check(service) { judge, _ in judge == .hledger ? .agrees : .missing }
        #expect(some.unchecked(.plainText) == "not on this machine: ledger, bean-check; hledger agree" && some.isWhole)
        let all = try await check(service) { _, _ in .agrees }
        #expect(all.unchecked(.plainText) == nil && all.isWhole)
        let broken = try await check(service) { judge, _ in judge == .ledger ? .complains("no") : .missing }
        #expect(broken.unchecked(.plainText) == nil && broken.findings.map(\.found) == ["no"])
    }

    @Test("the command asks what is on the PATH", .enabled(if: ExportCommandTests.binary != nil))
    func command() async throws {
        let service = try await shop()
        let folder = FileManager.default.temporaryDirectory.appending(path: "judges-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func line(_ words: [String], _ folders: [String]) async throws -> (status: Int32, line: String?) {
            let ended = try await BooksCommandTests.run(
                ["check"] + words, in: folder, service.database, path: folders + ["/usr/bin", "/bin"])
            return (ended.status, ended.lines.first { $0.hasPrefix("I17") })
        }
        let unasked = try await line([], [])
        #expect(unasked.status == 0 && unasked.line?.hasPrefix("I17 not checked") == true)
        let asked = try await line(["--programs"], BooksJudge.folders)
        let isComplete = BooksJudge.allCases.allSatisfy { $0.located != nil }
        #expect(asked.status == 0 && asked.line?.hasPrefix(isComplete ? "I17 holds" : "I17 not checked") == true)
        let liar = folder.appending(path: "ledger")
        try Data("#!/bin/sh\necho 'line 7: out of balance'\nexit 1\n".utf8).write(to: liar)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: liar.path)
        let broken = try await line(["--programs"], [folder.path])
        #expect(broken.status == 1 && broken.line?.hasPrefix("I17 BROKEN 1") == true)
    }
}
