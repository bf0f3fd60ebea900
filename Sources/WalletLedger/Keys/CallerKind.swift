import WalletDomain

/// Whose name a row of `callers` is. Twin: column `kind` in `Migrations/0014_admit_people.sql`.
enum CallerKind: Int16, Sendable {
    /// An API key's; it outlives the key's rotation.
    case key = 1
    case admin = 2
    /// A job of ours, or the command line.
    case service = 3

    /// Names that no key may have: what an admin or the service did is never taken for what a key did.
    static let reservedPrefixes = [AdminName.callerPrefix, "coffer/"]

    static func isReserved(_ name: String) -> Bool { reservedPrefixes.contains { name.hasPrefix($0) } }
}
