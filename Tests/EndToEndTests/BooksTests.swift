import Foundation
import Testing

extension EndToEnd {
    /// The books on the command line: what an accountant tells, and a month that is closed and opened again.
    @Suite(.serialized) struct BooksTests {
        private static let sheet = """
            setting,storefront,valid_from,rate,basis,value
            first_day,,,,,2020-01-01
            commission,*,2020-01-01,15.00,,
            tax,FRA,2020-01-01,20,on_net,

            """

        private func coffer(_ words: String, _ service: TestService) async throws -> (status: Int32, output: String) {
            let done = try await CofferBinary.run(words.split(separator: " ").map(String.init), service.environment)
            return (done.status, done.output + done.errors)
        }

        @Test("A sheet is tried, told and written out again; a month closes in order, and one person alone opens none")
        func life() async throws {
            let service = try await TestService.make()
            let file = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString).csv")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(Self.sheet.utf8).write(to: file)
            let dry = try await coffer("books settings import --dry-run --file \(file.path)", service)
            #expect(dry.status == 0 && dry.output.contains("line 3: added commission * 2020-01-01 15.00"))
            #expect(dry.output.contains("dry run: 3 of 3 would be told"))
            #expect(try await coffer("books settings show", service).output.hasPrefix("version 0\n"))
            let told = try await coffer("books settings import --file \(file.path)", service)
            #expect(told.status == 0 && told.output.contains("told 3 of 3, version 1"))
            let shown = try await coffer("books settings show", service).output
            #expect(shown.contains("first_day 2020-01-01") && shown.contains("tax FRA 2020-01-01 20.00 on_net"))
            let again = try await coffer("books settings export --out \(file.path)", service)
            #expect(again.status == 0)
            let same = try await coffer("books settings import --file \(file.path)", service)
            #expect(same.output.contains("told 0 of") && same.output.contains("version 1"))
            try Data("setting,rate\ncommission,15\n".utf8).write(to: file)
            let wrong = try await coffer("books settings import --file \(file.path)", service)
            #expect(wrong.status == 1 && wrong.output.contains("line 2: storefront: storefront_unknown"))
            try await periods(service)
        }

        private func periods(_ service: TestService) async throws {
            #expect(try await coffer("books unpriced", service).output == "unpriced 0\n")
            let list = try await coffer("books periods", service)
            #expect(list.output == "next 2020-01 ends 2020-02-01T00:00:00.000000Z\n")
            #expect(try await coffer("books close", service).status == 2)
            let late = try await coffer("books close 2020-02", service)
            #expect(late.status == 1 && late.output.contains("next 2020-01"))
            #expect(
                try await coffer("books close 2020-01 --dry-run", service).output == "dry run: would close 2020-01\n")
            let closed = try await coffer("books close 2020-01", service)
            #expect(closed.status == 0 && closed.output.hasPrefix("closed 2020-01 figures "))
            let asked = try await coffer("books reopen 2020-01 --reason typo", service)
            let approval = try #require(asked.output.split { " :".contains($0) }.first { $0.hasPrefix("apr_") })
            let own = try await coffer("books approve \(approval)", service)
            #expect(own.status == 1 && own.output == "coffer: Somebody else must decide\n")
            let after = try await coffer("books periods", service).output
            #expect(after.contains("2020-01 closed") && after.contains("waits \(approval) to reopen 2020-01"))
        }
    }
}
