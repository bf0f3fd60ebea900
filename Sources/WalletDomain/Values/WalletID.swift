package import struct FoundationEssentials.UUID

/// A random UUID that stands for one wallet everywhere; the app's user id stands in the directory only.
package struct WalletID: Hashable, Comparable, Sendable {
    package let uuid: UUID

    package init(_ uuid: UUID) { self.uuid = uuid }

    /// The first 10 bits: where the wallet's rows live when the tables are spread over several nodes.
    package var bucket: Int16 { Int16(uuid.uuid.0) << 2 | Int16(uuid.uuid.1 >> 6) }

    /// Lower-case, with dashes: as records and the console name it.
    package var text: String { uuid.uuidString.lowercased() }

    package static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }

    /// As the tables' keys order them: in which rows are locked and written. A bucket is the beginning of its UUID.
    package static func inKeyOrder(_ wallets: some Sequence<Self>) -> [Self] { wallets.sorted() }
}
