import Postgres
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct KeyStoreTests {
    private func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    @Test("A key is loaded with its name, number and scopes until it is revoked")
    func keepsKeys() async throws {
        let keys = KeyStore(try await StoreFixture().database)
        let caller = try await keys.create(name: "shop", scopes: ["spend", "read"], digest: digest(1), hint: "ab12")
        let loaded = try #require(try await keys.loadAll().first)
        #expect(loaded.name == "shop" && loaded.caller == caller && loaded.scopes == ["spend", "read"])
        #expect(loaded.digest == digest(1) && loaded.hint == "ab12" && loaded.revokedAt == nil)
        #expect(try await keys.revoke(name: "shop") == 1)
        #expect(try await keys.loadAll() == [])
        #expect(try await keys.list().first?.revokedAt != nil)
        #expect(try await keys.revoke(name: "shop") == 0)
        #expect(try await keys.revoke(name: "nobody") == 0)
    }

    @Test("A name keeps its number when its key is rotated, and both keys are good until the old one is revoked")
    func rotates() async throws {
        let keys = KeyStore(try await StoreFixture().database)
        let old = try await keys.create(name: "shop", scopes: ["spend"], digest: digest(1), hint: "old")
        let other = try await keys.create(name: "app", scopes: [], digest: digest(2), hint: "app")
        let new = try await keys.create(name: "shop", scopes: ["spend"], digest: digest(3), hint: "new")
        #expect(old == new && old != other)
        #expect(try await keys.loadAll().count == 3)
        #expect(try await keys.revoke(name: "shop", hint: "old") == 1)
        #expect(try await keys.loadAll().map(\.hint) == ["app", "new"])
    }

    @Test("Names at one moment get numbers of their own, from 1 on without a gap")
    func racesForNumbers() async throws {
        let fixture = try await StoreFixture()
        let servers = [KeyStore(fixture.database), KeyStore(try await fixture.sibling())]
        let numbers = try await withThrowingTaskGroup(of: Int32.self) { group in
            for index in 0..<12 {
                group.addTask { try await servers[index % 2].caller(named: "job-\(index)").number }
            }
            return try await group.reduce(into: [Int32]()) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...12))
        #expect(fixture.faults.all == [])
    }

    @Test("One name at one moment is one caller, and both its keys are kept")
    func racesForOneName() async throws {
        let fixture = try await StoreFixture()
        let (first, second) = (KeyStore(fixture.database), KeyStore(try await fixture.sibling()))
        for round: UInt8 in 1...5 {
            let name = "shop-\(round)"
            async let one = first.create(name: name, scopes: [], digest: digest(2 * round), hint: "1")
            async let two = second.create(name: name, scopes: [], digest: digest(2 * round + 1), hint: "2")
            #expect(try await one == two)
        }
        #expect(try await first.loadAll().count == 10)
    }

    @Test("The same key twice is a bug, and is reported without its digest")
    func refusesOneKeyTwice() async throws {
        let fixture = try await StoreFixture()
        let keys = KeyStore(fixture.database)
        _ = try await keys.create(name: "shop", scopes: [], digest: digest(7), hint: "x")
        await #expect(throws: WalletError.internalError) {
            try await keys.create(name: "app", scopes: [], digest: digest(7), hint: "x")
        }
        #expect(fixture.faults.all == ["KeyStore.create: 23505 api_keys api_keys_pkey"])
        #expect(try await keys.list().count == 1)
    }
}
