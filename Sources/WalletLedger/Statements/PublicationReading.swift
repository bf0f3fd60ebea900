internal import Postgres
internal import WalletDomain

/// The newest first.
struct ListPublications: Statement {
    static let sql = """
        SELECT p.publication, p.kind, p.at, p.created_at, p.created_by, c.name, p.name, p.reason, p.draft, p.restores
        FROM publications p LEFT JOIN callers c ON c.caller = p.created_by
        WHERE p.publication < $1 ORDER BY p.publication DESC LIMIT $2
        """
    let before: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Publication {
        Publication(
            number: try row.int8(), kind: try row.code(), at: try row.instant(), createdAt: try row.instant(),
            createdBy: CallerID(try row.int4()), callerName: try row.optionalText(), name: try row.text(),
            reason: try row.text(), draft: try row.optionalInt8(), restores: try row.optionalInt8())
    }
}

private func decodePlan(_ text: String) throws(PostgresError) -> ItemPlan {
    guard let plan = ItemPlan(json: text) else { throw .unexpectedShape("a plan of an item cannot be read") }
    return plan
}

private func decodeOptionalPlan(_ text: String?) throws(PostgresError) -> ItemPlan? {
    guard let text else { return nil }
    return try decodePlan(text)
}

/// What a publication did, by item; those after `after`.
struct ListDifferences: Statement {
    static let sql = """
        SELECT p.at, i.item, i.before::text, i.after::text
        FROM publication_items i JOIN publications p ON p.publication = i.publication
        WHERE i.publication = $1 AND i.item > $2 ORDER BY i.item LIMIT $3
        """
    let publication: Int64
    let after: String
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(publication)
        parameters.text(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemDifference {
        let (at, item) = (try row.instant(), try row.itemID())
        let (before, after) = (try decodeOptionalPlan(row.optionalText()), try decodePlan(row.text()))
        return ItemDifference(item: item, before: before, after: after, steps: after.steps(since: before, from: at))
    }
}

/// What later publications did to these items.
struct ListTraces: Statement {
    static let sql = """
        SELECT i.item, i.publication, p.created_at, c.name, i.before::text, i.after::text
        FROM publication_items i JOIN publications p ON p.publication = i.publication
        LEFT JOIN callers c ON c.caller = p.created_by
        WHERE i.item = ANY ($1) AND i.publication > $2 ORDER BY i.publication, i.item LIMIT $3
        """
    let items: [ItemID]
    let since: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(items.map(\.text))
        parameters.int8(since)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ItemTrace {
        ItemTrace(
            item: try row.itemID(), publication: try row.int8(), at: try row.instant(),
            callerName: try row.optionalText(), before: try decodeOptionalPlan(row.optionalText()),
            after: try decodePlan(row.text()))
    }
}

/// How the items that were changed since were planned when a publication was written; a null plan: there was none.
struct ListEarlierPlans: Statement {
    static let sql = """
        SELECT DISTINCT ON (item) item, before::text FROM publication_items WHERE publication > $1
        ORDER BY item, publication
        """
    let publication: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(publication) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (item: ItemID, plan: ItemPlan?) {
        (item: try row.itemID(), plan: try decodeOptionalPlan(row.optionalText()))
    }
}
