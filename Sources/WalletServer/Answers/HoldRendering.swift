internal import WalletDomain
internal import WalletLedger

extension JSONWriter {
    /// A hold as it stands now.
    mutating func hold(_ record: HoldRecord) {
        let hold = record.hold
        member("hold", WireID.hold(OperationID(wallet: record.wallet, sequence: hold.number)))
        member("state", record.isDue ? Hold.Status.expired.word : hold.status.word)
        terms(hold.terms)
        member("coins", hold.coins)
        member("captured", hold.captured)
        member("reference", record.note)
        array("lots") { list in
            for part in hold.parts {
                list.object { object in
                    object.member("lot", String(part.lot))
                    object.member("coins", part.coins)
                }
            }
        }
        member("placed_at", hold.placedAt.text)
        member("expires_at", hold.expiresAt.text)
        guard let end = hold.end else { return }
        member("ended_at", end.at.text)
        guard hold.status == .captured else { return }
        member("spend", WireID.spend(OperationID(wallet: record.wallet, sequence: end.operation)))
    }
}

extension Hold.Status {
    var word: String {
        switch self {
        case .open: "open"
        case .captured: "captured"
        case .released: "released"
        case .expired: "expired"
        }
    }
}
