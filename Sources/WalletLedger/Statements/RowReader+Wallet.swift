internal import Postgres
internal import WalletDomain

/// Columns as domain values. What the table's constraints forbid is an unexpected shape, never a default.
extension RowReader {
    mutating func instant() throws(PostgresError) -> Instant { Instant(microseconds: try timestamp()) }

    mutating func optionalInstant() throws(PostgresError) -> Instant? {
        try optionalTimestamp().map { Instant(microseconds: $0) }
    }

    mutating func walletID() throws(PostgresError) -> WalletID { WalletID(try uuid()) }

    mutating func coinAmount() throws(PostgresError) -> CoinAmount {
        try value(int8()) { raw throws(WalletError) in try CoinAmount(raw) }
    }

    mutating func userID() throws(PostgresError) -> UserID {
        try value(text()) { raw throws(WalletError) in try UserID(raw) }
    }

    mutating func optionalUserID() throws(PostgresError) -> UserID? {
        guard let text = try optionalText() else { return nil }
        return try value(text) { raw throws(WalletError) in try UserID(raw) }
    }

    mutating func itemID() throws(PostgresError) -> ItemID {
        try value(text()) { raw throws(WalletError) in try ItemID(raw) }
    }

    mutating func optionalItemID() throws(PostgresError) -> ItemID? {
        guard let text = try optionalText() else { return nil }
        return try value(text) { raw throws(WalletError) in try ItemID(raw) }
    }

    mutating func packID() throws(PostgresError) -> PackID {
        try value(text()) { raw throws(WalletError) in try PackID(raw) }
    }

    mutating func optionalPackID() throws(PostgresError) -> PackID? {
        guard let text = try optionalText() else { return nil }
        return try value(text) { raw throws(WalletError) in try PackID(raw) }
    }

    mutating func transactionID() throws(PostgresError) -> TransactionID {
        try value(text()) { raw throws(WalletError) in try TransactionID(raw) }
    }

    mutating func optionalTransactionID() throws(PostgresError) -> TransactionID? {
        guard let text = try optionalText() else { return nil }
        return try value(text) { raw throws(WalletError) in try TransactionID(raw) }
    }

    mutating func environment() throws(PostgresError) -> StoreEnvironment {
        guard let environment = StoreEnvironment(code: try int2()) else {
            throw .unexpectedShape("a code of an environment is unknown")
        }
        return environment
    }

    /// A smallint that stands for a case.
    mutating func code<Code: RawRepresentable<Int16>>(_: Code.Type = Code.self) throws(PostgresError) -> Code {
        guard let code = Code(rawValue: try int2()) else {
            throw .unexpectedShape("a code of \(Code.self) is unknown")
        }
        return code
    }

    /// Two columns: when, and which state from then on.
    mutating func scheduled() throws(PostgresError) -> Offer.Scheduled? {
        guard let at = try optionalInstant() else {
            skip()
            return nil
        }
        return Offer.Scheduled(at: at, status: try code())
    }
}

/// A text out of an array column.
func transactionID(_ text: String) throws(PostgresError) -> TransactionID {
    try value(text) { raw throws(WalletError) in try TransactionID(raw) }
}

/// A number out of an array column.
func coinAmount(_ coins: Int64) throws(PostgresError) -> CoinAmount {
    try value(coins) { coins throws(WalletError) in try CoinAmount(coins) }
}

private func value<Raw, Value>(
    _ raw: Raw, _ make: (Raw) throws(WalletError) -> Value
) throws(PostgresError) -> Value {
    do throws(WalletError) {
        return try make(raw)
    } catch {
        throw .unexpectedShape("a stored value is not a \(Value.self)")
    }
}
