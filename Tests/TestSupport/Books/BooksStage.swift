internal import Foundation
package import WalletDomain

/// A worked example as a run of the books tells it: wallet by wallet, with what the journal and the lots would know.
package struct BooksStage {
    package struct Scene {
        package let entries: [PostedEntry]
        package let wallet: WalletAtEnd
    }

    package let scenes: [Scene]
    /// What stands in no wallet.
    package let rest: [PostedEntry]

    package init(_ vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        let events = Dictionary(vector.events.map { ($0.id, $0) }) { first, _ in first }
        let told = play.posted.enumerated().map { place, posted in
            Self.told(posted, events[String(posted.id.prefix { $0 != "." })], Int64(place + 1))
        }
        scenes = play.wallets.map { user, books, names in
            Scene(
                entries: told.filter { $0.user == user },
                wallet: WalletAtEnd(
                    wallet: Self.wallet(user), user: user, books: books,
                    lots: Self.facts(names, events, told.filter { $0.user == user }, vector)))
        }
        rest = told.filter { $0.user == nil }
    }

    package func tell(_ audience: inout some BooksAudience) throws {
        for scene in scenes {
            for entry in scene.entries { try audience.hear(entry) }
            try audience.hear(scene.wallet)
        }
        for entry in rest { try audience.hear(entry) }
    }

    package var all: [PostedEntry] { scenes.flatMap(\.entries) + rest }

    private static func wallet(_ user: String) -> WalletID {
        let number = user.utf8.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
        return WalletID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)))
    }

    private static func told(
        _ posted: PostedEntry, _ event: BooksVectors.Event?, _ sequence: Int64
    ) -> PostedEntry {
        guard let user = posted.user, let event else { return posted }
        var facts = EntryFacts(
            wallet: wallet(user), sequences: sequence...sequence,
            recordedAt: moment(event.at), caller: CallerID(1), hash: [UInt8](repeating: UInt8(sequence), count: 32))
        facts.transaction = posted.entry.kind == .debtSettled ? nil : event.txn.flatMap(transaction)
        facts.item = posted.entry.kind == .spent ? try? ItemID("course-1") : nil
        facts.product = facts.transaction == nil ? nil : product
        return PostedEntry(
            id: posted.id, entry: posted.entry, day: posted.day, postingDay: posted.postingDay, user: user,
            lots: posted.lots, facts: facts)
    }

    private static func facts(
        _ names: [Int32: String], _ events: [String: BooksVectors.Event], _ told: [PostedEntry],
        _ vector: BooksVectors.Vector
    ) -> [Int32: WalletAtEnd.LotFacts] {
        var all: [Int32: WalletAtEnd.LotFacts] = [:]
        for (lot, name) in names {
            guard let event = events[String(name.prefix { $0 != "-" })] else { continue }
            let days = told.filter { $0.entry.figures.keys.contains { $0.lot == lot } }.map(\.day)
            all[lot] = WalletAtEnd.LotFacts(
                name: name, acquiredAt: moment(event.at), acquiredDay: days.min() ?? 0,
                expiresAt: event.expiresAt.map(moment), lastDay: days.max() ?? 0, sale: sale(event))
        }
        return all
    }

    private static let product = "com.example.coins"

    private static func sale(_ event: BooksVectors.Event) -> SaleFacts? {
        guard let id = event.txn.flatMap(transaction), let price = event.priceMilli, let code = event.currency else {
            return nil
        }
        return SaleFacts(
            transaction: id, product: product, storefront: "CHN", channel: "app_store", quantity: 1,
            purchasedAt: moment(event.at), recordedAt: moment(event.at),
            price: StorePrice(milliunits: price, currency: code))
    }

    private static func transaction(_ text: String) -> TransactionID? { try? TransactionID(String(text.dropFirst())) }

    private static func moment(_ text: String) -> Instant {
        let full = text.count > 10 ? text : text + "T00:00:00Z"
        let date = (try? Date(full, strategy: .iso8601)) ?? .distantPast
        return Instant(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }
}
