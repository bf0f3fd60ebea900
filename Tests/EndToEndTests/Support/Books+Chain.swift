import Testing

extension Books {
    /// Entries whose hash is not what `docs/chain.md` says, written here once more, in SQL.
    func brokenLinks() async throws -> [String] {
        try await ask(Self.links).map { "wallet \($0[0]), entry \($0[1])" }
    }

    private static func text(_ column: String) -> String {
        "CASE WHEN \(column) IS NULL THEN no ELSE yes || int4send(octet_length(\(column))) "
            + "|| convert_to(\(column), 'UTF8') END"
    }

    private static func number(_ column: String, _ send: String) -> String {
        "CASE WHEN \(column) IS NULL THEN no ELSE yes || \(send)(\(column)) END"
    }

    private static func moment(_ column: String) -> String {
        "int8send((extract(epoch FROM \(column)) * 1000000)::bigint)"
    }

    private static func optionalMoment(_ column: String) -> String {
        "CASE WHEN \(column) IS NULL THEN no ELSE yes || \(moment(column)) END"
    }

    private static var links: String {
        """
        WITH linked AS (
            SELECT e.*, '\\x00'::bytea AS no, '\\x01'::bytea AS yes,
                lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER (PARTITION BY wallet ORDER BY sequence) AS before,
                refers_to IS NOT NULL OR expires_at IS NOT NULL AS refers
            FROM entries e)
        SELECT wallet, sequence FROM linked e WHERE hash <> sha256(
            CASE WHEN refers_wallet IS NOT NULL THEN '\\x03'::bytea WHEN refers THEN '\\x02'::bytea ELSE yes END
            || before || uuid_send(wallet) || int8send(sequence)
            || int8send(operation) || int2send(kind) || int2send(debit) || int2send(credit) || int8send(coins)
            || int8send(paid_after) || int8send(bonus_after) || int8send(promo_after) || int8send(held_after)
            || int8send(debt_after) || int4send(cardinality(lots))
            || coalesce((
                SELECT string_agg(int4send(u.lot) || int8send(u.coins) || int8send(u.used), ''::bytea ORDER BY u.place)
                FROM unnest(e.lots, e.lot_coins, e.lot_used) WITH ORDINALITY AS u (lot, coins, used, place)), ''::bytea)
            || int4send(caller)
            || CASE WHEN operation_entries IS NULL THEN no
                ELSE yes || int2send(operation_entries) || int2send(shape)
                    || CASE WHEN key IS NULL THEN no ELSE yes || uuid_send(key) || uuid_send(fingerprint) END END
            || \(text("item")) || \(number("quantity", "int4send")) || \(number("unit_price", "int8send"))
            || \(number("price_version", "int4send")) || \(text("transaction_id")) || \(text("product"))
            || CASE WHEN note IS NULL THEN no ELSE yes || note END
            || CASE WHEN refers THEN \(number("refers_to", "int8send")) || \(optionalMoment("expires_at"))
                ELSE ''::bytea END
            || coalesce(uuid_send(refers_wallet), ''::bytea)
            || \(moment("at")) || \(optionalMoment("store_at")) || int2send(lane) || int8send(beat))
        """
    }
}
