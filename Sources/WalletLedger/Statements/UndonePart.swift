import Postgres

/// What undos of a spend gave back to one of its lots, and how many undos there were.
struct UndonePart: Sendable {
    /// Nil: they gave nothing back, as those of a free spend do.
    let lot: Int32?
    let coins: Int64
    /// Of the whole spend (`Limits.undosMax`).
    let undos: Int64

    /// The columns in the order of `decode`.
    static let columns = "u.lot, u.coins, t.undos"

    /// For rows `n` (bucket, wallet, operation): the undos that the wallet made of that operation.
    /// - Parameter origin: what `refers_wallet` is.
    static func joins(origin: String) -> String {
        let undos = """
            e.bucket = n.bucket AND e.wallet = n.wallet AND e.refers_to = n.operation AND e.kind = 12
                AND e.refers_wallet \(origin)
            """
        return """
            CROSS JOIN LATERAL (
                SELECT c.lot, coalesce(sum(c.coins), 0)::bigint AS coins
                FROM entries e LEFT JOIN LATERAL unnest(e.lots, e.lot_coins) AS c (lot, coins) ON true
                WHERE \(undos) GROUP BY c.lot) u
            CROSS JOIN LATERAL (SELECT count(DISTINCT e.operation) AS undos FROM entries e WHERE \(undos)) t
            """
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UndonePart {
        UndonePart(lot: try row.optionalInt4(), coins: try row.int8(), undos: try row.int8())
    }
}

/// All parts of one spend.
extension Sequence<UndonePart> {
    /// Coins that came back.
    var byLot: [Int32: Int64] {
        reduce(into: [:]) { coins, part in if let lot = part.lot { coins[lot] = part.coins } }
    }

    var undos: Int { first { _ in true }.map { Int($0.undos) } ?? 0 }
}
