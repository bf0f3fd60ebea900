import FoundationEssentials
import Synchronization
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct DirectoryTests {
    let user: UserID

    init() throws { user = try UserID("user-1") }

    @Test("A wallet is made once and found again, by this process and by the next")
    func makesOnce() async throws {
        let fixture = try await StoreFixture()
        let first = Directory(fixture.database)
        let wallet = try await first.wallet(of: user, in: .production)
        #expect(try await first.wallet(of: user, in: .production) == wallet)
        #expect(try await Directory(fixture.database).wallet(of: user, in: .production) == wallet)
        #expect(try await first.user(of: wallet) == user)
        #expect(try await fixture.texts("SELECT bucket FROM user_wallets") == ["\(wallet.bucket)"])
    }

    @Test("Each environment has a wallet of its own, and user ids are compared byte for byte")
    func keepsApart() async throws {
        let directory = Directory(try await StoreFixture().database)
        let wallets = [
            try await directory.wallet(of: user, in: .production),
            try await directory.wallet(of: user, in: .sandbox),
            try await directory.wallet(of: UserID("User-1"), in: .production),
            try await directory.wallet(of: UserID("usér"), in: .production),
            try await directory.wallet(of: UserID("use\u{301}r"), in: .production),
        ]
        #expect(Set(wallets).count == wallets.count)
    }

    @Test("Many look-ups at once each get their own wallet, those never seen get none")
    func looksUpTogether() async throws {
        let fixture = try await StoreFixture()
        let maker = Directory(fixture.database)
        var expected: [String: WalletID?] = [:]
        for number in 0..<60 {
            let name = "user-\(number)"
            expected[name] = number % 3 == 0 ? nil : try await maker.wallet(of: UserID(name), in: .production)
        }
        let reader = Directory(fixture.database)
        let found = try await withThrowingTaskGroup(of: (String, WalletID?).self) { group in
            for name in (0..<60).map({ "user-\($0)" }) + (0..<60).map({ "user-\($0)" }) {
                group.addTask { (name, try await reader.knownWallet(of: UserID(name), in: .production)) }
            }
            return try await group.reduce(into: [String: WalletID?]()) { $0[$1.0] = .some($1.1) }
        }
        for number in 0..<60 { #expect(found["user-\(number)"] == .some(expected["user-\(number)"] ?? nil)) }
    }

    @Test("Reading makes no wallet: a user never seen has none")
    func readsOnly() async throws {
        let fixture = try await StoreFixture()
        let directory = Directory(fixture.database)
        #expect(try await directory.knownWallet(of: user, in: .production) == nil)
        #expect(directory.cachedWallet(of: user, in: .production) == nil)
        #expect(try await directory.user(of: WalletID(UUID())) == nil)
        #expect(try await fixture.texts("SELECT user_id FROM users") == [])
        let wallet = try await directory.wallet(of: user, in: .production)
        #expect(try await directory.knownWallet(of: user, in: .production) == wallet)
        #expect(directory.cachedWallet(of: user, in: .production) == wallet)
    }

    @Test("O-2: of many who come at once, on two servers, all get the same wallet")
    func races() async throws {
        let fixture = try await StoreFixture()
        let sibling = try await fixture.sibling()
        for round in 1...10 {
            let user = try UserID("racer-\(round)")
            let found = try await withThrowingTaskGroup(of: WalletID.self) { group in
                for server in [fixture.database, sibling, fixture.database, sibling] {
                    // A directory each, so that no cache answers.
                    group.addTask { try await Directory(server).wallet(of: user, in: .production) }
                }
                return try await group.reduce(into: Set<WalletID>()) { $0.insert($1) }
            }
            #expect(found.count == 1)
        }
        #expect(try await fixture.texts("SELECT count(*) FROM user_wallets") == ["10"])
        #expect(fixture.faults.all == [])
    }

    @Test("Who lost the race gets the winner's wallet, not the one made for nothing")
    func losesRace() async throws {
        let fixture = try await StoreFixture()
        let winner = WalletID(UUID())
        let user = user
        let winning = Directory(fixture.database, makeWallet: { winner })
        let losing = Directory(fixture.database, makeWallet: { WalletID(UUID()) })
        #expect(try await losing.knownWallet(of: user, in: .sandbox) == nil)
        _ = try await winning.wallet(of: user, in: .sandbox)
        #expect(try await losing.wallet(of: user, in: .sandbox) == winner)
    }

    @Test("A tester is known to this process at once and to others with their next refresh")
    func flagsTesters() async throws {
        let fixture = try await StoreFixture()
        let (directory, other) = (Directory(fixture.database), Directory(fixture.database))
        #expect(try await directory.setTester(user, true, confirmed: false) == .changed)
        #expect(directory.isTester(user))
        #expect(!other.isTester(user))
        try await other.refreshTesters()
        #expect(other.isTester(user))
        #expect(try await directory.setTester(user, true, confirmed: false) == .unchanged)
        #expect(try await directory.setTester(user, false, confirmed: false) == .changed)
        #expect(!directory.isTester(user))
        try await other.refreshTesters()
        #expect(!other.isTester(user))
    }

    @Test("The list of testers is read again and again until the task ends")
    func keepsFresh() async throws {
        let fixture = try await StoreFixture()
        let (directory, other) = (Directory(fixture.database), Directory(fixture.database))
        let fresh = Task { await other.keepFresh() }
        _ = try await directory.setTester(user, true, confirmed: false)
        while !other.isTester(user) { try await Task.sleep(for: .milliseconds(20)) }
        fresh.cancel()
        await fresh.value
    }

    @Test("The flag asks for confirmation if the wallet that calls would no longer mean holds coins")
    func asksForConfirmation() async throws {
        let fixture = try await StoreFixture()
        let directory = Directory(fixture.database)
        let wallet = try await directory.wallet(of: user, in: .production)
        let writer = try await fixture.writer()
        let grant = Command(
            wallet: wallet, environment: .production, caller: CallerID(1), idempotency: nil,
            action: try Commands.grant(30))
        _ = try await writer.run(grant)
        #expect(try await directory.setTester(user, true, confirmed: false) == .needsConfirmation(coins: 30))
        #expect(!directory.isTester(user))
        try await directory.refreshTesters()
        #expect(!directory.isTester(user))
        #expect(try await directory.setTester(user, true, confirmed: true) == .changed)
        #expect(try await directory.setTester(user, false, confirmed: false) == .changed)
    }
}

extension Directory {
    /// By somebody, for a reason.
    fileprivate func setTester(
        _ user: UserID, _ isTester: Bool, confirmed: Bool
    ) async throws(WalletError) -> TesterChange {
        let note = Note(text: "review", digest: [UInt8](repeating: 3, count: 32))
        return try await setTester(
            user, isTester, confirmed: confirmed, by: CallerID(1), ActByHand(note: note, origin: "::1"))
    }
}
