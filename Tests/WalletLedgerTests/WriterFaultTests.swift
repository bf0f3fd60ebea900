import FoundationEssentials
import Postgres
import Synchronization
import TestSupport
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct WriterFaultTests {
    @Test("O-1: one purchase brought by two users at once, in one batch and by two processes, 1,000 times: one credit")
    func creditsOneOfTwo() async throws {
        let fixture = try await WriterFixture()
        let other = try await WriterFixture(database: fixture.database)
        let ends = await withTaskGroup(of: String.self) { group in
            for number in 0..<2_000 {
                let writer = number % 4 < 2 ? fixture.writer : other.writer
                // Two users a transaction; half of the pairs meet in one process, half across two.
                let transaction = 1 + (number % 2 == 0 ? number / 2 : (number + 1) % 2_000 / 2)
                group.addTask {
                    guard let credit = try? Commands.credit(transaction) else { return "malformed" }
                    let result = await WriterFixture.settle(writer, Commands.make(credit, wallet: number % 2 + 1))
                    return switch result {
                    // Already: by a try of its own whose answer came too late.
                    case .success(.done), .success(.alreadyCredited): "credited"
                    case .success(.ownedElsewhere): "elsewhere"
                    case .success(let other): "\(other)"
                    case .failure(let error): "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(ends == ["credited": 1_000, "elsewhere": 1_000])
        #expect(try await fixture.number("SELECT sum(paid)::bigint AS count FROM wallets") == 100_000)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("F3: backends terminated under load: every command that repeats by its key ends in exactly one effect")
    func survivesTerminatedBackends() async throws {
        let fixture = try await WriterFixture()
        let load = RepeatingLoad(writer: fixture.writer, commands: 600, wallets: 20)
        async let served = load.run()
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(60))
            try await fixture.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'coffer_test_service'")
        }
        #expect(await served == 600)
        #expect(try await fixture.number("SELECT sum(promo)::bigint AS count FROM wallets") == 600)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("F4: the postmaster killed -9 under load: nothing acknowledged is missing, nothing is there twice")
    func survivesKilledPostmaster() async throws {
        let cluster = try await PrivatePostgres.start()
        let fixture = try await WriterFixture(cluster: cluster)
        let load = RepeatingLoad(writer: fixture.writer, commands: 600, wallets: 20)
        async let served = load.run()
        for _ in 0..<2 {
            try await Task.sleep(for: .milliseconds(150))
            try await cluster.kill9()
            try await cluster.restart()
        }
        #expect(await served == 600)
        #expect(try await fixture.number("SELECT sum(promo)::bigint AS count FROM wallets") == 600)
        #expect(try await fixture.brokenBooks() == 0)
        _ = fixture.writer.drain(deadlineMs: 5_000)
        try await cluster.stop()
    }

    @Test("F20: a wallet locked by an operator is refused in time; the others of its batch are served")
    func passesOverLockedWallets() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        for number in 1...8 {
            _ = try await fixture.writer.run(Commands.make(Commands.grant(1), wallet: number, key: UUID()))
        }
        let operatorSession = try PostgresSession(
            PostgresSettings(conninfo: try await fixture.cluster.conninfo(database: fixture.database)))
        try operatorSession.runScript(
            "BEGIN; SELECT * FROM coffer.wallets WHERE wallet = '\(Commands.wallet(1).uuid)' FOR UPDATE",
            deadlineMs: 5_000)
        let served = await withTaskGroup(of: Int?.self) { group in
            for number in 1...8 {
                group.addTask {
                    guard let grant = try? Commands.grant(1) else { return nil }
                    let command = Commands.make(grant, wallet: number, key: UUID())
                    if number == 1 { return (try? await fixture.writer.run(command)) == nil ? nil : number }
                    guard case .success = await WriterFixture.settle(fixture.writer, command) else { return nil }
                    return number
                }
            }
            return await group.reduce(into: Set<Int>()) { served, number in
                if let number { served.insert(number) }
            }
        }
        operatorSession.close()
        #expect(served == [2, 3, 4, 5, 6, 7, 8])
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("F22: a command that the database refuses fails alone; its neighbours get their answers")
    func isolatesPoison() async throws {
        let poisoned = Mutex(0)
        let fixture = try await WriterFixture(lanes: 1) { event in
            if case .poisoned = event { poisoned.withLock { $0 += 1 } }
        }
        try await fixture.execute("ALTER TABLE entries ADD CONSTRAINT poison CHECK (coins <> 666)")
        let failures = await withTaskGroup(of: WalletError?.self) { group in
            for number in 0..<64 {
                group.addTask {
                    guard let grant = try? Commands.grant(number == 13 ? 666 : 1) else { return .itemNotFound }
                    let command = Commands.make(grant, wallet: number, key: UUID())
                    guard case .failure(let error) = await WriterFixture.settle(fixture.writer, command) else {
                        return nil
                    }
                    return error
                }
            }
            return await group.reduce(into: [WalletError]()) { failures, error in
                if let error { failures.append(error) }
            }
        }
        #expect(failures == [.internalError])
        #expect(poisoned.withLock { $0 } == 1)
        #expect(try await fixture.number("SELECT count(*) FROM entries") == 63)
    }

    @Test("F10: the server out of room: the commands are refused as unavailable, and served once there is room")
    func refusesOnShortage() async throws {
        let fixture = try await WriterFixture(lanes: 1)
        try await fixture.execute(
            """
            CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE 'no room' USING ERRCODE = 'disk_full'; END $$;
            CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk();
            """)
        let command = try Commands.make(Commands.grant(1), key: UUID())
        await #expect(throws: WalletError.ledgerUnavailable) { try await fixture.writer.run(command) }
        try await fixture.execute("DROP TRIGGER full_disk ON entries")
        guard case .done(_, replayed: false) = try await fixture.writer.run(command) else {
            Issue.record("not served")
            return
        }
    }

    @Test("A command that the database asks to run again, every time, is refused in the end and it is said why")
    func saysWhyItGaveUp() async throws {
        let reasons = Mutex<[String]>([])
        let fixture = try await WriterFixture(lanes: 1) { event in
            if case .gaveUp(let reason) = event { reasons.withLock { $0.append(reason) } }
        }
        try await fixture.execute(
            """
            CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE 'again' USING ERRCODE = '40001'; END $$;
            CREATE TRIGGER never BEFORE INSERT ON entries EXECUTE FUNCTION never();
            """)
        let command = try Commands.make(Commands.grant(1), key: UUID())
        await #expect(throws: WalletError.overloaded) { try await fixture.writer.run(command) }
        #expect(reasons.withLock { $0 } == ["3 retries, the last for 40001"])
    }

    @Test(
        "L-4: serialization failures and deadlocks are run again and nobody sees them", arguments: ["40001", "40P01"])
    func retriesTransientErrors(state: String) async throws {
        let fixture = try await WriterFixture(lanes: 1)
        try await fixture.execute(
            """
            CREATE SEQUENCE tries; GRANT USAGE ON SEQUENCE tries TO PUBLIC;
            CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('coffer.tries') <= 2 THEN RAISE 'again' USING ERRCODE = '\(state)'; END IF;
                    RETURN NULL;
                END $$;
            CREATE TRIGGER stumble AFTER INSERT ON entries EXECUTE FUNCTION stumble();
            """)
        guard
            case .done(_, replayed: false) = try await fixture.writer.run(
                Commands.make(Commands.grant(1), key: UUID()))
        else {
            Issue.record("not served")
            return
        }
        #expect(try await fixture.number("SELECT count(*) FROM entries") == 1)
    }
}

/// Clients that repeat a grant of one coin by its key until they hear that it is done.
struct RepeatingLoad: Sendable {
    let writer: Writer
    let commands: Int
    let wallets: Int

    /// How many ended well.
    func run() async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<commands {
                group.addTask { await settle(number) }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    private func settle(_ number: Int) async -> Bool {
        try? await Task.sleep(for: .milliseconds(number))
        guard let grant = try? Commands.grant(1) else { return false }
        let command = Commands.make(grant, wallet: number % wallets, key: UUID())
        guard case .success = await WriterFixture.settle(writer, command) else { return false }
        return true
    }
}
