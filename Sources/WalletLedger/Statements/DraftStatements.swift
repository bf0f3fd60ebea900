internal import Postgres
internal import WalletDomain

private let draftColumns = """
    d.draft, d.name, d.state, d.version, d.base, d.publication, d.created_at, d.changed_at, c.name, h.name
    """
private let draftTables = """
    drafts d LEFT JOIN callers c ON c.caller = d.created_by LEFT JOIN callers h ON h.caller = d.changed_by
    """

private func decodeDraft(_ row: inout RowReader) throws(PostgresError) -> CatalogueDraft {
    CatalogueDraft(
        number: try row.int8(), name: try row.text(), status: try row.code(), version: Int64(try row.int4()),
        base: try row.int8(), publication: try row.optionalInt8(), createdAt: try row.instant(),
        changedAt: try row.instant(), createdBy: try row.optionalText(), changedBy: try row.optionalText())
}

/// The newest first.
struct ListDrafts: Statement {
    static let sql = """
        SELECT \(draftColumns) FROM \(draftTables) WHERE d.draft < $1 ORDER BY d.draft DESC LIMIT $2
        """
    let before: Int64
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(before)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CatalogueDraft { try decodeDraft(&row) }
}

struct FindDraft: Statement {
    static let sql = "SELECT \(draftColumns) FROM \(draftTables) WHERE d.draft = $1"
    let number: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(number) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CatalogueDraft { try decodeDraft(&row) }
}

/// Until the end of the transaction nobody else changes the draft.
struct LockDraft: Statement {
    static let sql = "SELECT \(draftColumns) FROM \(draftTables) WHERE d.draft = $1 FOR UPDATE OF d"
    let number: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(number) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> CatalogueDraft { try decodeDraft(&row) }
}

/// Answers the new draft's number. The catalogue is locked, so nobody else takes it.
struct InsertDraft: Statement {
    static let sql = """
        INSERT INTO drafts (draft, name, state, version, base, created_at, created_by, changed_at, changed_by)
        SELECT coalesce(max(draft), 0) + 1, $1, 1, 1, $2, $3, $4, $3, $4 FROM drafts RETURNING draft
        """
    let name: String
    let base: Int64
    let at: Instant
    let caller: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.text(name)
        parameters.int8(base)
        parameters.instant(at)
        parameters.int4(caller.number)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// One version more.
struct UpdateDraft: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE drafts SET state = $2, base = $3, publication = $4, version = version + 1, changed_at = $5,
            changed_by = $6
        WHERE draft = $1
        """
    let number: Int64
    let status: CatalogueDraft.Status
    let base: Int64
    let publication: Int64?
    let at: Instant
    let caller: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.int8(number)
        parameters.int2(status.rawValue)
        parameters.int8(base)
        parameters.int8(publication)
        parameters.instant(at)
        parameters.int4(caller.number)
    }
}

/// A change replaces the one that the draft held of the item; an empty one takes it out.
struct WriteDraftChanges: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO draft_changes (draft, item, change)
        SELECT $1, n.item, n.change::jsonb FROM unnest($2::text[], $3::text[]) AS n (item, change)
        ON CONFLICT (draft, item) DO UPDATE SET change = excluded.change
        """
    let number: Int64
    let changes: [(item: ItemID, change: ItemChange)]

    func bind(_ parameters: inout Parameters) {
        parameters.int8(number)
        parameters.textArray(changes.map(\.item.text))
        parameters.textArray(
            changes.map { $0.change.isEmpty ? nil : String(decoding: $0.change.json, as: UTF8.self) })
    }
}

/// What the draft is to change, by item.
struct ListDraftChanges: Statement {
    static let sql = """
        SELECT item, change::text FROM draft_changes WHERE draft = $1 AND change IS NOT NULL ORDER BY item
        """
    let number: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(number) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> DraftedChange {
        let item = try row.itemID()
        guard let change = ItemChange(json: try row.text()) else {
            throw .unexpectedShape("a change of a draft cannot be read")
        }
        return DraftedChange(item: item, change: change)
    }
}
