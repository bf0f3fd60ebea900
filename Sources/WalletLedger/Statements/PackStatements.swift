internal import Postgres
internal import WalletDomain

/// A row with its versions in arrays.
private let packColumns = """
    p.pack, p.bundle, p.product, p.title, p.state,
    ARRAY(SELECT v.version FROM pack_versions v WHERE v.pack = p.pack ORDER BY v.version),
    ARRAY(SELECT v.coins::bigint FROM pack_versions v WHERE v.pack = p.pack ORDER BY v.version),
    ARRAY(SELECT v.bonus::bigint FROM pack_versions v WHERE v.pack = p.pack ORDER BY v.version),
    ARRAY(SELECT v.valid_from FROM pack_versions v WHERE v.pack = p.pack ORDER BY v.version)
    """

private func decodePack(_ row: inout RowReader) throws(PostgresError) -> Pack {
    let (id, bundle, product, title) = (try row.packID(), try row.text(), try row.text(), try row.text())
    let status: Pack.Status = try row.code()
    let (numbers, coins, bonus) = (try row.int4Array(), try row.int8Array(), try row.int8Array())
    let from = try row.timestampArray()
    guard [coins.count, bonus.count, from.count].allSatisfy({ $0 == numbers.count }) else {
        throw .unexpectedShape("arrays of a pack's versions differ in length")
    }
    var versions: [Pack.Version] = []
    for index in numbers.indices {
        versions.append(
            Pack.Version(
                number: numbers[index], coins: try coinAmount(coins[index]), bonus: try coinAmount(bonus[index]),
                validFrom: Instant(microseconds: from[index])))
    }
    return Pack(id: id, bundle: bundle, product: product, title: title, status: status, versions: versions)
}

struct ListPacks: Statement {
    static let sql = """
        SELECT \(packColumns) FROM packs p WHERE (p.state = 1 OR $1) AND p.pack > $2 ORDER BY p.pack LIMIT $3
        """
    let includingWithdrawn: Bool
    let after: String
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.bool(includingWithdrawn)
        parameters.text(after)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Pack { try decodePack(&row) }
}

struct FindPack: Statement {
    static let sql = "SELECT \(packColumns) FROM packs p WHERE p.pack = $1"
    let id: PackID

    func bind(_ parameters: inout Parameters) { parameters.text(id.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Pack { try decodePack(&row) }
}

struct FindPackOfProduct: Statement {
    static let sql = "SELECT \(packColumns) FROM packs p WHERE p.bundle = $1 AND p.product = $2"
    let bundle: String
    let product: String

    func bind(_ parameters: inout Parameters) {
        parameters.text(bundle)
        parameters.text(product)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Pack { try decodePack(&row) }
}

/// The title, locked until the end of the transaction.
struct LockPack: Statement {
    static let sql = "SELECT title FROM packs WHERE pack = $1 FOR NO KEY UPDATE"
    let id: PackID

    func bind(_ parameters: inout Parameters) { parameters.text(id.text) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}

/// Nothing happens if the pack is there, or if another pack has its product.
struct InsertPack: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO packs (pack, bundle, product, title, state, created_at, created_by)
        VALUES ($1, $2, $3, $4, 1, clock_timestamp(), $5) ON CONFLICT DO NOTHING
        """
    let draft: PackDraft
    let caller: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.text(draft.id.text)
        parameters.text(draft.bundle)
        parameters.text(draft.product)
        parameters.text(draft.title)
        parameters.int4(caller.number)
    }
}

struct UpdatePack: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE packs SET title = $2, state = $3 WHERE pack = $1 AND (title, state) IS DISTINCT FROM ($2, $3)
        """
    let id: PackID
    let title: String
    let status: Pack.Status

    func bind(_ parameters: inout Parameters) {
        parameters.text(id.text)
        parameters.text(title)
        parameters.int2(status.rawValue)
    }
}

struct InsertPackVersion: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO pack_versions (pack, version, coins, bonus, valid_from, created_at, created_by)
        VALUES ($1, $2, $3, $4, $5, clock_timestamp(), $6)
        """
    let id: PackID
    let version: Pack.Version
    let caller: CallerID

    func bind(_ parameters: inout Parameters) {
        parameters.text(id.text)
        parameters.int4(version.number)
        parameters.int8(version.coins.coins)
        parameters.int8(version.bonus.coins)
        parameters.instant(version.validFrom)
        parameters.int4(caller.number)
    }
}
