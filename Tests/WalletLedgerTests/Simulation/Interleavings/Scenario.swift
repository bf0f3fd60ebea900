import WalletDomain

import struct FoundationEssentials.UUID

/// A few requests: first, one after the other, what was before; then, all at once, what is to be tried in every order.
struct Scenario: Sendable {
    /// One request, and which process gets it.
    struct Wish: Sendable {
        let process: Int
        let wallet: Int
        /// Requests with one number have one key.
        let key: Int?
        let action: @Sendable (SimulatedCatalogue) -> WalletDomain.Command.Action
    }

    let name: String
    let before: [Wish]
    let atOnce: [Wish]

    /// Two processes with a lane each, and two wallets.
    var plan: RunPlan { RunPlan(requests: before.count + atOnce.count, processes: 2, lanes: 1, wallets: 2) }

    static func grant(_ process: Int, _ coins: Int64, wallet: Int = 0, key: Int) -> Wish {
        Wish(process: process, wallet: wallet, key: key) { _ in
            let note = Note(text: "welcome", digest: [UInt8](repeating: 7, count: 32))
            return .grant(GrantCoins(coins: SimulatedCatalogue.coins(coins), expiresAt: nil, note: note))
        }
    }

    static func spend(_ process: Int, _ name: String, key: Int) -> Wish {
        Wish(process: process, wallet: 0, key: key) { .spend($0.spend(name)) }
    }

    static func hold(_ process: Int, _ coins: Int64, key: Int) -> Wish {
        Wish(process: process, wallet: 0, key: key) { _ in
            .hold(PlaceHold(purpose: .amount(SimulatedCatalogue.coins(coins), note: nil), lifeMs: 86_400_000))
        }
    }

    /// The hold is the wallet's second entry.
    static func capture(_ process: Int, key: Int) -> Wish {
        Wish(process: process, wallet: 0, key: key) { _ in .capture(CaptureHold(hold: 2, coins: nil)) }
    }

    static func release(_ process: Int, key: Int) -> Wish {
        Wish(process: process, wallet: 0, key: key) { _ in .release(ReleaseHold(hold: 2)) }
    }

    /// The spend is the wallet's second entry.
    static func undo(_ process: Int, key: Int) -> Wish {
        Wish(process: process, wallet: 0, key: key) { _ in .undo(UndoSpend(spend: 2, coins: nil, note: nil)) }
    }

    /// Support takes free coins back.
    static func takeBack(_ process: Int, _ coins: Int64, key: Int) -> Wish {
        Wish(process: process, wallet: 0, key: key) { _ in
            let note = Note(text: "by hand", digest: [UInt8](repeating: 8, count: 32))
            return .adjust(
                AdjustCoins(.take(SimulatedCatalogue.coins(coins)), ActByHand(note: note, origin: "192.0.2.1")))
        }
    }

    static func credit(_ process: Int, wallet: Int) -> Wish {
        Wish(process: process, wallet: wallet, key: nil) { .credit($0.credit($0.purchases[0])) }
    }

    static func refund(_ process: Int) -> Wish {
        Wish(process: process, wallet: 0, key: nil) { catalogue in
            let word = StoreWord(
                signedAt: Instant(microseconds: 9), revocation: Revocation(at: Instant(microseconds: 9)))
            return .refund(RefundPurchase(key: catalogue.purchases[0], word: word, policy: .debt))
        }
    }
}
