internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Puts a CSV into a draft: all of it or, with one error in it, nothing. A dry run tells what every row would do.
struct ImportCatalogue: Endpoint {
    static let route = Route(
        .post, "/v1/admin/drafts/{draft}/import", access: .keys([.catalogue]), bodyBytesMax: Limits.csvBodyBytesMax)
    let desk: CatalogueDesk

    struct Input: Sendable {
        let draft: Int64
        let bytes: [UInt8]
        /// Nil: a dry run.
        let expected: Int64?
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["dry_run"])
        let draft = try call.number("draft", missing: .draftNotFound)
        let isDryRun: Bool
        switch query["dry_run"] {
        case nil, "false": isDryRun = false
        case "true": isDryRun = true
        case .some: throw Problem.malformed("dry_run")
        }
        return Input(draft: draft, bytes: try call.csv(), expected: isDryRun ? nil : try call.requiredIfMatch())
    }

    func run(_ input: Input, as caller: Caller) async throws -> ImportAnswer {
        guard let draft = try await desk.catalogue.draft(input.draft) else { throw CatalogueRefusal.draftNotFound }
        let report = try await desk.readSheet(input.bytes)
        var after: CatalogueDraft?
        if let expected = input.expected {
            let result = try await desk.importSheet(report, into: draft.number, expected: expected, by: caller.id)
            after = try result?.get()
        }
        return ImportAnswer(
            report: report, draft: after ?? draft, isDryRun: input.expected == nil, percentMax: desk.percentMax)
    }

    struct ImportAnswer: Answer {
        let report: SheetReport
        let draft: CatalogueDraft
        let isDryRun: Bool
        let percentMax: Int64

        var headers: [(String, String)] { problem == nil ? versionTag(draft.version) : [] }

        var problem: Problem? {
            report.errorCount == 0 || isDryRun
                ? nil : Problem(code: .sheetRefused, [.number("errors_count", Int64(report.errorCount))])
        }

        func write(to object: inout JSONWriter) {
            if problem == nil {
                object.draft(draft)
                object.member("dry_run", isDryRun)
                object.member("errors_count", Int64(report.errorCount))
                object.array("rows") { list in for row in report.rows { list.object { write(row, to: &$0) } } }
            }
            object.array("errors") { list in
                for error in report.errors {
                    list.object { object in
                        object.member("line", Int64(error.line))
                        object.member("column", error.column)
                        object.member("code", error.code)
                    }
                }
            }
        }

        private func write(_ row: SheetReport.Row, to object: inout JSONWriter) {
            object.member("line", Int64(row.line))
            object.member("item", row.preview.item.text)
            object.member("effect", row.preview.effect)
            guard let difference = row.preview.difference else { return }
            object.steps(difference.steps, percentMax: percentMax)
            object.array("changed") { list in for member in difference.changedMembers { list.value(member) } }
        }
    }
}

extension ItemDifference {
    /// Which members of the item change, by their names.
    package var changedMembers: [String] {
        guard let before else { return ["title", "kind", "state"] + (after.prices.isEmpty ? [] : ["prices"]) }
        let (old, new) = (before.details, after.details)
        let all: [(String, Bool)] = [
            ("title", old.title != new.title), ("description", old.description != new.description),
            ("tags", old.tags != new.tags), ("picture", old.picture != new.picture),
            ("kind", before.kind != after.kind), ("state", before.status != after.status),
            ("prices", before.prices != after.prices),
        ]
        return all.filter(\.1).map(\.0)
    }
}
