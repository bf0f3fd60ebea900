import Postgres
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct LedgerFaultTests {
    @Test(
        "A lost answer leaves a write unknown and a read undone",
        arguments: [PostgresError.connectionLost("x"), .deadlineExceeded, .commitUnconfirmed])
    func losesAnswers(error: PostgresError) {
        #expect(LedgerFault(error, during: "write", writes: true).walletError == .outcomeUnknown)
        #expect(LedgerFault(error, during: "read", writes: false).walletError == .ledgerUnavailable)
    }

    @Test(
        "What was never sent, or certainly undone, is told so",
        arguments: [PostgresError.cannotConnect("secret"), .poolBusy, .closed, .rolledBack])
    func neverHappened(error: PostgresError) {
        let fault = LedgerFault(error, during: "write", writes: true)
        #expect(fault.walletError == .ledgerUnavailable && fault.report == nil)
    }

    @Test("What only a bug can cause is told as such and reported")
    func reportsBugs() {
        let shape = LedgerFault(.unexpectedShape("column 1 is NULL"), during: "Reading", writes: false)
        #expect(shape.walletError == .internalError && shape.report == "Reading: column 1 is NULL")
        let parameter = PostgresError.invalidParameter(statementIndex: 0, reason: "a text holds a NUL")
        #expect(LedgerFault(parameter, during: "X", writes: true).walletError == .internalError)
    }

    @Test("X-2: a text with a NUL never reaches SQL")
    func refusesNUL() async throws {
        let fixture = try await StoreFixture()
        await #expect(throws: WalletError.internalError) {
            try await KeyStore(fixture.database).caller(named: "a\0b")
        }
        #expect(fixture.faults.all.count == 1)
        #expect(!fixture.faults.all[0].contains("a\0b"))
    }

    @Test("A lock that somebody holds too long passes by itself: nothing was written, ask again")
    func waitsForLocksWithPatience() async throws {
        let fixture = try await StoreFixture()
        // With the patience of production: the fixture's is longer, for slow machines.
        let catalogue = Catalogue(fixture.database, writeTimeoutMs: Limits.catalogueWriteTimeoutMs)
        let item = try ItemID("a")
        _ = try await catalogue.putItem(item, title: "A", kind: .once, status: .published, by: CallerID(1)).get()
        let conninfo = try await fixture.superuserConninfo
        let holder = try PostgresSession(PostgresSettings(conninfo: conninfo))
        try holder.runScript("BEGIN; SELECT FROM coffer.items FOR UPDATE", deadlineMs: 5_000)
        await #expect(throws: WalletError.ledgerUnavailable) {
            _ = try await catalogue.putItem(item, title: "B", kind: .once, status: .published, by: CallerID(1))
        }
        holder.close()
        #expect(fixture.faults.all == [])
        #expect(try await catalogue.item(item).items.first?.title == "A")
    }
}
