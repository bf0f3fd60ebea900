import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

extension ServiceFixture {
    /// Tells settings of the books, valid from the first day on, and waits until they are known.
    func tellBooks(_ settings: [(BooksSettingKey, BooksSettingValue)]) async throws {
        let rows = try settings.enumerated().map { index, setting in
            (index + 2, try BooksSetting(setting.0, from: Instant(microseconds: 0), setting.1))
        }
        _ = try await BooksSettingsStore(ledger.database).tell(
            BooksSettingsStore.Change(
                settings: rows, reason: "settings", caller: try await ledger.keys.caller(named: "accountant"),
                origin: "::1")
        ).get()
        // What is told is known a moment later.
        try await Task.sleep(for: .milliseconds(Int(Limits.priceLeadMs) + 200))
    }

    /// A user buys 500 coins for 50.00 CNY and spends 288 of them on a course.
    func sellToReader() async throws -> (user: String, course: String) {
        let user = Self.unique("reader")
        let product = try await addPack(Self.unique("coins500"), coins: 500)
        let course = try await addItem("course", price: 288)
        let proof = try purchase(product) {
            $0.price = 50_000
            $0.currency = "CNY"
        }
        #expect(try await submit(proof, for: user).states == ["credited"])
        #expect(try await spend(course, for: user, price: 288).status == 200)
        return (user, course)
    }
}

extension BooksMonth {
    /// The one of now, in UTC.
    static var current: BooksMonth { BooksMonth(of: Int64(Date().timeIntervalSince1970) / 86_400) }
}
