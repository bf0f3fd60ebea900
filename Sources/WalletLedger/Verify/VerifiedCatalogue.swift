import Postgres

/// What the catalogue says about what was sold and bought, the same for all wallets.
struct VerifiedCatalogue {
    var packs: [ListPackWorths.PackVersion: (coins: Int64, bonus: Int64)] = [:]
    /// Items that are owned once.
    var onceItems: Set<String> = []

    init() {}

    init(_ snapshot: SharedSnapshot) throws(PostgresError) {
        for row in try snapshot.query(ListPackWorths()) { packs[row.version] = (row.coins, row.bonus) }
        onceItems = Set(try snapshot.query(ListOnceItems()))
    }
}
