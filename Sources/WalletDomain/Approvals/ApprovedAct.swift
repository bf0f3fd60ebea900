/// What a person may propose, and another one approve. A new kind of act is one more case here.
package enum ApprovedAct: Hashable, Sendable {
    case adjust(AdjustCoins.Change)
    /// Nil: all purchased coins that there are when it is carried out.
    case forfeit(CoinAmount?)
    /// As a back end grants, but by a person.
    case grant(CoinAmount, until: Instant?)
    case writeOff(CoinAmount)

    package var action: AuditedChange.Action {
        switch self {
        case .adjust: .adjustCoins
        case .forfeit: .forfeitCoins
        case .grant: .grantCoins
        case .writeOff: .writeOffDebt
        }
    }

    /// What counts against the proposer's limits, whichever way the coins go.
    package var coins: CoinAmount {
        switch self {
        case .adjust(.give(let coins, _)), .adjust(.take(let coins)), .grant(let coins, _), .writeOff(let coins): coins
        case .forfeit(let coins): coins ?? .zero
        }
    }

    package func command(_ act: ActByHand) -> Command.Action {
        switch self {
        case .adjust(let change): .adjust(AdjustCoins(change, act))
        case .forfeit(let coins): .forfeit(ForfeitCoins(coins: coins, act))
        case .grant(let coins, let end): .grant(GrantCoins(coins: coins, expiresAt: end, act))
        case .writeOff(let coins): .writeOff(WriteOffDebt(coins: coins, act))
        }
    }

    /// As the column `details` and the records hold it.
    package var details: AuditedFigures {
        switch self {
        case .adjust(.give(let coins, let end)), .grant(let coins, let end):
            AuditedFigures(
                [("coins", .number(coins.coins))] + (end.map { [("until", .number($0.microseconds))] } ?? []))
        case .adjust(.take(let coins)): AuditedFigures([("coins", .number(-coins.coins))])
        case .forfeit(let coins?), .writeOff(let coins): AuditedFigures([("coins", .number(coins.coins))])
        case .forfeit(nil): AuditedFigures([("all", .flag(true))])
        }
    }

    /// Nil: no act of this release.
    /// - Parameter details: as JSON.
    package init?(action: String, details: String) {
        // What is no object of ours names no act.
        guard let object = try? JSONObject(parsing: Array(details.utf8)) else { return nil }
        do {
            switch AuditedChange.Action(rawValue: action) {
            case .adjustCoins: self = try .adjust(Self.change(object))
            case .forfeitCoins:
                self = .forfeit(try object.optionalInteger("coins").map { try CoinAmount($0) })
            case .grantCoins: self = try .grant(CoinAmount(object.integer("coins")), until: Self.end(object))
            case .writeOffDebt: self = try .writeOff(CoinAmount(object.integer("coins")))
            case .freezeWallet, .unfreezeWallet, nil: return nil
            }
        } catch {
            return nil
        }
    }

    private static func change(_ object: JSONObject) throws -> AdjustCoins.Change {
        let coins = try object.integer("coins")
        guard coins > 0 else { return .take(try CoinAmount(-coins)) }
        return .give(try CoinAmount(coins), until: try end(object))
    }

    private static func end(_ object: JSONObject) throws -> Instant? {
        try object.optionalInteger("until").map { Instant(microseconds: $0) }
    }
}
