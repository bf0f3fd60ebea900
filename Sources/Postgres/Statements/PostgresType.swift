/// A base type by its fixed number in `pg_type`, with the number of its array.
struct PostgresType: Hashable, Sendable {
    let name: String
    let oid: UInt32
    let arrayOID: UInt32

    static let bool = PostgresType(name: "boolean", oid: 16, arrayOID: 1000)
    static let bytea = PostgresType(name: "bytea", oid: 17, arrayOID: 1001)
    static let int8 = PostgresType(name: "bigint", oid: 20, arrayOID: 1016)
    static let int2 = PostgresType(name: "smallint", oid: 21, arrayOID: 1005)
    static let int4 = PostgresType(name: "integer", oid: 23, arrayOID: 1007)
    static let text = PostgresType(name: "text", oid: 25, arrayOID: 1009)
    static let timestamptz = PostgresType(name: "timestamptz", oid: 1184, arrayOID: 1185)
    static let uuid = PostgresType(name: "uuid", oid: 2950, arrayOID: 2951)

    /// `name`, `bpchar` and `varchar` and their arrays travel like `text`.
    static let textLike: Set<UInt32> = [19, 1042, 1043]
    static let textLikeArrays: Set<UInt32> = [1003, 1014, 1015]
}

/// Moments: PostgreSQL counts microseconds from 2000-01-01 UTC, the service from 1970-01-01 UTC.
enum PostgresEpoch {
    static let offsetMicroseconds: Int64 = 946_684_800 * 1_000_000
    /// What a timestamptz can hold besides its two infinities (4713 BC to 294276 AD, manual 8.5), in its own count.
    static let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000
}
