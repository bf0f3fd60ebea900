internal import Postgres
internal import WalletDomain

struct LockMigrations: Statement {
    typealias Row = Void
    static let sql = "SELECT pg_advisory_lock($1)"
    let number: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(number) }
}

/// Whether anything was ever migrated here.
struct HasMigrations: Statement {
    static let sql = "SELECT to_regclass('coffer.migrations') IS NOT NULL"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.bool() }
}

struct ListMigrations: Statement {
    static let sql = "SELECT number, name, checksum FROM coffer.migrations ORDER BY number"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> MigrationStatus.Applied {
        try MigrationStatus.Applied(number: row.int4(), name: row.text(), checksum: row.bytes())
    }
}

struct InsertMigration: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO coffer.migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, clock_timestamp())
        """
    let migration: Migration

    func bind(_ parameters: inout Parameters) {
        parameters.int4(migration.number)
        parameters.text(migration.name)
        parameters.bytes(migration.checksum)
    }
}
