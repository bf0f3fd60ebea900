import Foundation
import StoreSimulator

/// What is bought in a soak, and how the service hears of it. The purchase's number decides everything.
struct SoakPurchase: Sendable {
    enum Road: CaseIterable {
        case signedTransaction
        case receipt
        case transactionID
        case notificationOnly
    }

    let number: Int
    private let dice: UInt64

    init(number: Int) {
        self.number = number
        var random = SmallRandom(state: UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15)
        dice = random.next()
    }

    private func roll(_ sides: Int, at place: UInt64) -> Int { Int((dice >> place) % UInt64(sides)) }

    var road: Road { Road.allCases[number % Road.allCases.count] }
    var user: String { "buyer-\(roll(50, at: 3))" }
    var quantity: Int { 1 + roll(3, at: 11) }
    var coinsOfPack: Int { [100, 200, 500, 1_000][roll(4, at: 17)] }
    var coins: Int { quantity * coinsOfPack }
    /// One in five proofs is sent twice, the two at once.
    var isDoubled: Bool { roll(5, at: 23) == 0 }
    var hasToken: Bool { road == .notificationOnly || roll(2, at: 29) == 0 }
    /// Apple forgets to tell of every third purchase that the app reports itself.
    var isNotified: Bool { road == .notificationOnly || roll(3, at: 31) != 0 }
    var isRefundedBeforeProof: Bool { roll(2, at: 37) == 0 }

    /// One in ten: how much is refunded by now, step by step; 0 takes it back.
    var refundSteps: [Int] {
        guard roll(10, at: 41) == 0 else { return [] }
        return [[100_000], [33_333], [33_333, 66_667], [100_000, 0], [100_000, 0, 100_000]][roll(5, at: 47)]
    }

    var order: PurchaseOrder {
        var order = PurchaseOrder("com.example.coins.\(coinsOfPack)", quantity: quantity, in: .production)
        order.account = user
        order.appAccountToken = hasToken ? Self.token(of: user) : nil
        order.isNotified = isNotified
        return order
    }

    /// The same in every run.
    static func token(of user: String) -> String {
        let number = user.split(separator: "-").last.flatMap { Int($0) } ?? 0
        return String(format: "50a00000-0000-4000-8000-%012x", number)
    }
}

/// How large a soak is: `COFFER_SOAK` purchases; the normal run has a few.
struct SoakSize: Sendable {
    let purchases: Int
    let serviceKills: Int
    let databaseKills: Int

    static let fromEnvironment: SoakSize = {
        let text = ProcessInfo.processInfo.environment["COFFER_SOAK"] ?? ""
        guard let purchases = Int(text), purchases > 0 else {
            return SoakSize(purchases: 160, serviceKills: 2, databaseKills: 1)
        }
        return SoakSize(purchases: purchases, serviceKills: 10, databaseKills: 5)
    }()

    /// Which of the two dies after how many purchases, in turn.
    var kills: [(after: Int, isDatabase: Bool)] {
        let all = serviceKills + databaseKills
        return (0..<all).map { index in
            let isDatabase = (index + 1) * databaseKills / all > index * databaseKills / all
            return ((index + 1) * purchases / (all + 1), isDatabase)
        }
    }
}
