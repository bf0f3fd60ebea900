import FoundationEssentials
import Postgres
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct TokenStoreTests {
    let (one, two): (UserID, UserID)
    let pack: PackID

    init() throws {
        (one, two) = (try UserID("one"), try UserID("two"))
        pack = try PackID("coins_500")
    }

    @Test("A token is the first user's for ever")
    func registers() async throws {
        let tokens = TokenStore(try await StoreFixture().database)
        let token = UUID()
        #expect(try await tokens.owner(of: token) == nil)
        #expect(try await tokens.register(token, for: one) == .registered)
        #expect(try await tokens.register(token, for: one) == .alreadyTheirs)
        #expect(try await tokens.register(token, for: two) == .anothers)
        #expect(try await tokens.owner(of: token) == one)
    }

    @Test("O-4: a token is the same in capitals")
    func ignoresCase() async throws {
        let tokens = TokenStore(try await StoreFixture().database)
        let text = "7b0c1e0a-94d2-4c11-9d2e-0a4b5c6d7e8f"
        _ = try await tokens.register(#require(UUID(uuidString: text)), for: one)
        #expect(try await tokens.owner(of: #require(UUID(uuidString: text.uppercased()))) == one)
    }

    @Test("Of two users who bring one token at once, exactly one gets it")
    func races() async throws {
        let fixture = try await StoreFixture()
        let servers = [TokenStore(fixture.database), TokenStore(try await fixture.sibling())]
        for _ in 1...10 {
            let token = UUID()
            async let first = servers[0].register(token, for: one)
            async let second = servers[1].register(token, for: two)
            #expect(Set([try await first, try await second]) == [.registered, .anothers])
        }
    }

    @Test("An order has its token registered, and is open")
    func ordersAreMade() async throws {
        let fixture = try await StoreFixture()
        let orders = OrderStore(fixture.database)
        let (number, token) = (UUID(), UUID())
        #expect(try await orders.find(number) == nil)
        #expect(try await orders.create(user: one, pack: pack, token: token, number: number) == .created)
        let order = try #require(try await orders.find(number))
        #expect(order.user == one && order.pack == pack && order.token == token && order.number == number)
        #expect(order.state == .open)
        #expect(try await TokenStore(fixture.database).owner(of: token) == one)
    }

    @Test("A user may use one token for every order; another user's token makes none")
    func ordersRespectTokens() async throws {
        let fixture = try await StoreFixture()
        let orders = OrderStore(fixture.database)
        let (token, refused) = (UUID(), UUID())
        #expect(try await orders.create(user: one, pack: pack, token: token, number: UUID()) == .created)
        #expect(try await orders.create(user: one, pack: pack, token: token, number: UUID()) == .created)
        #expect(try await orders.create(user: two, pack: pack, token: token, number: refused) == .tokenIsAnothers)
        #expect(try await orders.find(refused) == nil)
    }

    @Test(
        "An order is completed by a purchase of its pack with its token that was credited after it",
        arguments: [
            ("coins_500", "clock_timestamp()", true, Order.State.completed),
            ("coins_500", "clock_timestamp() - interval '1 day'", true, .open),
            ("coins_100", "clock_timestamp()", true, .open),
            ("coins_500", "clock_timestamp()", false, .open),
        ])
    func ordersComplete(pack: String, creditedAt: String, sameToken: Bool, state: Order.State) async throws {
        let fixture = try await StoreFixture()
        let orders = OrderStore(fixture.database)
        let (number, token) = (UUID(), UUID())
        _ = try await orders.create(user: one, pack: self.pack, token: token, number: number)
        try await fixture.execute(
            """
            INSERT INTO store_transactions
                (environment, transaction_id, bucket, wallet, credited_by, pack, credited_at, app_account_token)
            VALUES (1, '1', 0, '\(UUID())', 1, '\(pack)', \(creditedAt), '\(sameToken ? token : UUID())')
            """)
        #expect(try await orders.find(number)?.state == state)
    }
}
