internal import Postgres
internal import WalletDomain

/// The number of the newest publication, locked: whoever changes the catalogue begins here.
struct LockCatalogue: Statement {
    static let sql = "SELECT version FROM catalogue WHERE only_row FOR UPDATE"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

struct ReadCatalogueVersion: Statement {
    static let sql = "SELECT version FROM catalogue WHERE only_row"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

struct CountPublication: Statement {
    typealias Row = Void
    static let sql = "UPDATE catalogue SET version = $1 WHERE only_row"
    let number: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(number) }
}

struct InsertPublication: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO publications (publication, kind, at, created_at, created_by, name, reason, draft, restores)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    let publication: Publication

    func bind(_ parameters: inout Parameters) {
        parameters.int8(publication.number)
        parameters.int2(publication.kind.rawValue)
        parameters.instant(publication.at)
        parameters.instant(publication.createdAt)
        parameters.int4(publication.createdBy.number)
        parameters.text(publication.name)
        parameters.text(publication.reason)
        parameters.int8(publication.draft)
        parameters.int8(publication.restores)
    }
}

/// The highest version of each item's prices, however many there were.
struct LastPriceVersions: Statement {
    static let sql = """
        SELECT i.item, p.version FROM unnest($1::text[]) AS i (item)
        CROSS JOIN LATERAL (
            SELECT version FROM item_prices WHERE item = i.item ORDER BY version DESC LIMIT 1) AS p
        """
    let items: [ItemID]

    func bind(_ parameters: inout Parameters) { parameters.textArray(items.map(\.text)) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (item: ItemID, version: Int32) {
        (item: try row.itemID(), version: try row.int4())
    }
}

/// Items as they are to be, now and from a moment on. A tag holds no comma.
struct WriteItems: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO items (item, kind, state, title, description, tags, picture, publication, next_at, next_state,
            next_title, next_description, next_tags, next_picture, created_at, created_by)
        SELECT n.item, n.kind, n.state, n.title, n.description, string_to_array(n.tags, ','), n.picture, $1, n.next_at,
            n.next_state, n.next_title, n.next_description, string_to_array(n.next_tags, ','), n.next_picture, $2, $3
        FROM unnest($4::text[], $5::smallint[], $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[],
            $11::timestamptz[], $12::smallint[], $13::text[], $14::text[], $15::text[], $16::text[])
            AS n (item, kind, state, title, description, tags, picture, next_at, next_state, next_title,
                next_description, next_tags, next_picture)
        ON CONFLICT (item) DO UPDATE SET kind = excluded.kind, state = excluded.state, title = excluded.title,
            description = excluded.description, tags = excluded.tags, picture = excluded.picture,
            publication = excluded.publication, next_at = excluded.next_at, next_state = excluded.next_state,
            next_title = excluded.next_title, next_description = excluded.next_description,
            next_tags = excluded.next_tags, next_picture = excluded.next_picture
        """
    let publication: Publication
    let items: [CatalogueItem]

    func bind(_ parameters: inout Parameters) {
        parameters.int8(publication.number)
        parameters.instant(publication.createdAt)
        parameters.int4(publication.createdBy.number)
        parameters.textArray(items.map(\.offer.item.text))
        parameters.int2Array(items.map(\.offer.kind.rawValue))
        parameters.int2Array(items.map(\.offer.status.rawValue))
        parameters.textArray(items.map(\.details.title))
        parameters.textArray(items.map(\.details.description))
        parameters.textArray(items.map { Self.tags($0.details) })
        parameters.textArray(items.map(\.details.picture))
        parameters.timestampArray(microseconds: items.map { $0.offer.scheduled?.at.microseconds })
        parameters.int2Array(items.map { $0.offer.scheduled?.status.rawValue })
        parameters.textArray(items.map { $0.scheduledDetails?.title })
        parameters.textArray(items.map { $0.scheduledDetails?.description })
        parameters.textArray(items.map { $0.scheduledDetails.flatMap(Self.tags) })
        parameters.textArray(items.map { $0.scheduledDetails?.picture })
    }

    /// Nil instead of none.
    private static func tags(_ details: ItemDetails) -> String? {
        details.tags.isEmpty ? nil : details.tags.joined(separator: ",")
    }
}

/// A window of an item that is written, or whose end is brought forward.
struct WrittenPrice: Sendable {
    let item: ItemID
    let number: Int32
    let window: PlannedPrice
}

struct EndPrices: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE item_prices p SET valid_to = n.valid_to
        FROM unnest($1::text[], $2::integer[], $3::timestamptz[]) AS n (item, version, valid_to)
        WHERE p.item = n.item AND p.version = n.version
        """
    let prices: [WrittenPrice]

    func bind(_ parameters: inout Parameters) {
        parameters.textArray(prices.map(\.item.text))
        parameters.int4Array(prices.map(\.number))
        parameters.timestampArray(microseconds: prices.map { $0.window.to?.microseconds })
    }
}

struct InsertPrices: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO item_prices (item, version, layer, price, free, valid_from, valid_to, zone, publication,
            created_at, created_by)
        SELECT n.item, n.version, n.layer, n.price, n.price = 0, n.valid_from, n.valid_to, n.zone, $1, $2, $3
        FROM unnest($4::text[], $5::integer[], $6::smallint[], $7::bigint[], $8::timestamptz[], $9::timestamptz[],
            $10::text[]) AS n (item, version, layer, price, valid_from, valid_to, zone)
        """
    let publication: Publication
    let prices: [WrittenPrice]

    func bind(_ parameters: inout Parameters) {
        parameters.int8(publication.number)
        parameters.instant(publication.createdAt)
        parameters.int4(publication.createdBy.number)
        parameters.textArray(prices.map(\.item.text))
        parameters.int4Array(prices.map(\.number))
        parameters.int2Array(prices.map(\.window.layer.rawValue))
        parameters.int8Array(prices.map(\.window.price.coins))
        parameters.timestampArray(microseconds: prices.map(\.window.from.microseconds))
        parameters.timestampArray(microseconds: prices.map { $0.window.to?.microseconds })
        parameters.textArray(prices.map(\.window.zone))
    }
}

/// What becomes of each item, for the history.
struct InsertDifferences: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO publication_items (publication, item, before, after)
        SELECT $1, n.item, n.before::jsonb, n.after::jsonb
        FROM unnest($2::text[], $3::text[], $4::text[]) AS n (item, before, after)
        """
    let publication: Publication
    let differences: [ItemDifference]

    func bind(_ parameters: inout Parameters) {
        parameters.int8(publication.number)
        parameters.textArray(differences.map(\.item.text))
        parameters.textArray(differences.map { $0.before.map { String(decoding: $0.json, as: UTF8.self) } })
        parameters.textArray(differences.map { String(decoding: $0.after.json, as: UTF8.self) })
    }
}

extension InsertAuditRecord {
    /// What was changed of a pack.
    init(_ old: Pack?, became pack: Pack, action: String, _ terms: ChangeTerms, at: Instant) {
        self.init(
            caller: terms.caller, action: action, pack: pack.id, remark: terms.reason,
            before: old.map { String(decoding: $0.json, as: UTF8.self) },
            after: String(decoding: pack.json, as: UTF8.self), origin: terms.origin, at: at, clockShiftMs: 0)
    }
}
