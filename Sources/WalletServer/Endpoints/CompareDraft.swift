internal import WalletDomain
internal import WalletLedger

/// What a draft would change if it were published now: old, new, percent, who is affected, and what is in its way.
struct CompareDraft: Endpoint {
    static let route = Route(.get, "/v1/admin/drafts/{draft}/difference", access: .keys([.catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> NumberedPage {
        let query = try call.query(only: ["cursor", "limit"])
        let draft = try call.number("draft", missing: .draftNotFound)
        let after = try query["cursor"].map { try ItemID(Cursor.name($0, of: Self.list(draft))) }
        return NumberedPage(number: draft, after: after, limit: try query.limit())
    }

    func run(_ input: NumberedPage, as caller: Caller) async throws -> ComparisonAnswer {
        let comparison = try await desk.comparison(of: input.number, after: input.after, limit: input.limit)
        guard let comparison else { throw CatalogueRefusal.draftNotFound }
        return ComparisonAnswer(comparison: comparison)
    }

    static func list(_ draft: Int64) -> String { "admin/drafts/\(draft)/difference" }

    struct ComparisonAnswer: Answer {
        let comparison: DraftComparison

        var headers: [(String, String)] { versionTag(comparison.draft.version) }

        func write(to object: inout JSONWriter) {
            object.draft(comparison.draft)
            object.member("catalogue_version", comparison.catalogueVersion)
            object.array("items") { list in
                for preview in comparison.previews { list.object { write(preview, to: &$0) } }
            }
            object.array("conflicts") { list in
                for trace in comparison.conflicts { list.object { $0.trace(trace) } }
            }
            let next = comparison.next.map { Cursor.text($0.text, of: CompareDraft.list(comparison.draft.number)) }
            object.member("next_cursor", next)
        }

        private func write(_ preview: Preview, to object: inout JSONWriter) {
            object.member("effect", preview.effect)
            if let difference = preview.difference {
                object.difference(difference, percentMax: comparison.percentMax)
            } else {
                object.member("item", preview.item.text)
            }
            if let refusal = preview.refusal {
                object.object("refusal") { refused in
                    let problem = Problem(refusal)
                    refused.member("code", problem.code.rawValue)
                    refused.member("detail", problem.code.detail)
                }
            }
            guard let affected = comparison.affected[preview.item] else { return }
            object.object("affected") { users in
                users.member("open_holds", affected.openHolds)
                users.member("owners", affected.owners)
                users.member("buyers_30_days", affected.buyers)
            }
        }
    }
}

/// Items of something that has a number, and where their list goes on.
struct NumberedPage: Sendable {
    let number: Int64
    let after: ItemID?
    let limit: Int
}

extension Preview {
    /// The word for what the change comes to.
    package var effect: String {
        if refusal != nil { return "refused" }
        guard let difference else { return "unchanged" }
        return difference.before == nil ? "new" : "changed"
    }
}
