internal import Crypto
import WalletDomain

/// The hash of a row as it stands in the journal: `docs/chain.md` written once more, so that the Writer's and the
/// verifier's reading of it check each other.
extension Chain {
    /// SHA-256 of the row after `previous` (32 bytes). `buffer` is reused from row to row.
    static func hash(
        of line: EntryLine, _ facts: EntryLine.Facts, after previous: [UInt8], _ buffer: inout CanonicalBytes
    ) -> [UInt8] {
        buffer.removeAll()
        let isReferring = facts.refersTo != nil || facts.expiresAt != nil
        buffer.append(UInt8(facts.refersWallet != nil ? 3 : isReferring ? 2 : 1))
        buffer.append(previous)
        buffer.append(line.key.uuid)
        buffer.append(line.sequence)
        buffer.append(facts.operation)
        buffer.append(facts.kind)
        buffer.append(facts.debit)
        buffer.append(facts.credit)
        buffer.append(facts.coins)
        appendFigures(facts, &buffer)
        buffer.append(facts.caller)
        appendHead(facts, &buffer)
        buffer.append(optional: facts.item)
        buffer.append(optional: facts.quantity)
        buffer.append(optional: facts.unitPrice)
        buffer.append(optional: facts.priceVersion)
        buffer.append(optional: facts.transaction)
        buffer.append(optional: facts.product)
        buffer.append(flag: facts.note != nil)
        if let note = facts.note { buffer.append(note) }
        if isReferring || facts.refersWallet != nil {
            buffer.append(optional: facts.refersTo)
            buffer.append(optional: facts.expiresAt?.microseconds)
        }
        if let wallet = facts.refersWallet { buffer.append(wallet) }
        buffer.append(facts.at.microseconds)
        buffer.append(optional: facts.storeAt?.microseconds)
        buffer.append(facts.lane)
        buffer.append(facts.beat)
        return SHA256.hash(buffer.all)
    }

    private static func appendFigures(_ facts: EntryLine.Facts, _ buffer: inout CanonicalBytes) {
        buffer.append(facts.after.paid)
        buffer.append(facts.after.bonus)
        buffer.append(facts.after.promo)
        buffer.append(facts.after.held)
        buffer.append(facts.after.debt)
        buffer.append(Int32(facts.lots.count))
        for (index, lot) in facts.lots.enumerated() {
            buffer.append(lot)
            // Arrays of unlike length are none that the Writer wrote: the hash differs, as it should.
            if index < facts.lotCoins.count { buffer.append(facts.lotCoins[index]) }
            if index < facts.lotUsed.count { buffer.append(facts.lotUsed[index]) }
        }
    }

    private static func appendHead(_ facts: EntryLine.Facts, _ buffer: inout CanonicalBytes) {
        guard let entries = facts.operationEntries else { return buffer.append(flag: false) }
        buffer.append(flag: true)
        buffer.append(entries)
        if let shape = facts.shape { buffer.append(shape) }
        guard let key = facts.idempotencyKey else { return buffer.append(flag: false) }
        buffer.append(flag: true)
        buffer.append(key)
        if let fingerprint = facts.fingerprint { buffer.append(fingerprint) }
    }
}
