internal import Crypto
import WalletDomain

/// The hash chain of a wallet: each entry's hash covers the one before it. Layout and reasons: `docs/chain.md`.
enum Chain {
    /// Hash before a wallet's first entry.
    static let origin = [UInt8](repeating: 0, count: 32)

    /// A new layout gets a new number; old entries keep theirs. Which one an entry has follows from its fields.
    private enum Layout: UInt8 {
        case plain = 1
        /// Entries that refer to an operation or say when a hold ends.
        case referring = 2
        /// Entries that refer to an operation of a merged wallet.
        case leading = 3

        init(_ references: Entry.References) {
            guard references.refersWallet == nil else {
                self = .leading
                return
            }
            self = references.refersTo == nil && references.expiresAt == nil ? .plain : .referring
        }
    }

    /// SHA-256 of `entry` after `previous` (32 bytes each), with the batch's lane and beat.
    static func hash(of entry: Entry, after previous: [UInt8], lane: Int16, beat: Int64) -> [UInt8] {
        precondition(previous.count == origin.count, "a hash has 32 bytes")
        let layout = Layout(entry.references)
        var bytes = CanonicalBytes()
        bytes.append(layout.rawValue)
        bytes.append(previous)
        bytes.append(entry.wallet.uuid)
        bytes.append(entry.sequence)
        bytes.append(entry.operation)
        bytes.append(entry.kind.rawValue)
        bytes.append(entry.debit.rawValue)
        bytes.append(entry.credit.rawValue)
        bytes.append(entry.coins)
        append(entry.after, to: &bytes)
        append(entry.lots, to: &bytes)
        bytes.append(entry.caller.number)
        append(entry.first, to: &bytes)
        append(entry.references, to: &bytes)
        if layout != .plain {
            bytes.append(optional: entry.references.refersTo)
            bytes.append(optional: entry.references.expiresAt?.microseconds)
        }
        if layout == .leading, let wallet = entry.references.refersWallet { bytes.append(wallet.uuid) }
        bytes.append(entry.at.microseconds)
        bytes.append(optional: entry.storeAt?.microseconds)
        bytes.append(lane)
        bytes.append(beat)
        return SHA256.hash(bytes.all)
    }

    private static func append(_ after: Balances, to bytes: inout CanonicalBytes) {
        bytes.append(after.paid)
        bytes.append(after.bonus)
        bytes.append(after.promo)
        bytes.append(after.held)
        bytes.append(after.debt)
    }

    private static func append(_ lots: [LotUse], to bytes: inout CanonicalBytes) {
        bytes.append(Int32(lots.count))
        for use in lots {
            bytes.append(use.lot)
            bytes.append(use.coins)
            bytes.append(use.usedBefore)
        }
    }

    private static func append(_ head: OperationHead?, to bytes: inout CanonicalBytes) {
        bytes.append(flag: head != nil)
        guard let head else { return }
        bytes.append(head.entryCount)
        bytes.append(head.shape)
        bytes.append(flag: head.idempotency != nil)
        guard let idempotency = head.idempotency else { return }
        bytes.append(idempotency.key)
        bytes.append(idempotency.fingerprint)
    }

    private static func append(_ references: Entry.References, to bytes: inout CanonicalBytes) {
        bytes.append(optional: references.item?.text)
        bytes.append(optional: references.keptNumber)
        bytes.append(optional: references.unitPrice)
        bytes.append(optional: references.priceVersion)
        bytes.append(optional: references.transaction?.text)
        bytes.append(optional: references.product)
        bytes.append(flag: references.note != nil)
        if let note = references.note { bytes.append(note) }
    }
}
