import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

@Suite struct SessionDeskTests {
    @Test("an invitation, a password and an app's code make an admin, who logs in with them, whatever the letter case")
    func enrols() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .catalogue)
        #expect(ann.admin.caller.name == "admin:ann" && ann.admin.role == .catalogue)
        #expect(ann.admin.caller.scopes == AdminRole.catalogue.scopes && ann.recoveryCodes.count == 10)
        let again = try await fixture.desk.logIn(
            name: "ANN", password: PeopleFixture.password, code: try fixture.nextCode(ann), from: PeopleFixture.origin)
        #expect(again.admin.id == ann.admin.id && again.recoveryCodesLeft == nil)
        #expect(try await fixture.desk.admin(cookie: again.token)?.name.text == "ann")
        #expect(try await fixture.acts(about: "ann") == ["invite_admin", "enrol_admin", "log_in"])
        // Nothing that opens anything stands in the database.
        let token = again.token
        try await fixture.database.execute(
            """
            DO $$ BEGIN
                ASSERT NOT EXISTS (SELECT FROM admin_sessions s WHERE s::text LIKE '%\(token)%');
                ASSERT NOT EXISTS (SELECT FROM admins a WHERE a.password LIKE '%\(PeopleFixture.password)%');
                ASSERT NOT EXISTS (SELECT FROM admin_invitations WHERE password IS NOT NULL OR totp_secret IS NOT NULL);
                ASSERT (SELECT kind FROM callers WHERE name = 'admin:ann') = 2;
            END $$
            """)
    }

    @Test("a wrong password, a wrong code, an unknown or impossible name are the same refusal, after the same work")
    func refuses() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        _ = try await fixture.logIn(ann)
        func hashes(_ name: String, _ password: String, _ code: String) async throws -> Int {
            let before = await fixture.desk.passwords.hashes
            await #expect(throws: PeopleRefusal.wrongCredentials) {
                try await fixture.desk.logIn(name: name, password: password, code: code, from: PeopleFixture.origin)
            }
            return await fixture.desk.passwords.hashes - before
        }
        let good = try fixture.nextCode(ann)
        #expect(try await hashes("ann", "another password entirely", good) == 1)
        #expect(try await hashes("ann", PeopleFixture.password, "000000") == 1)
        #expect(try await hashes("nobody", PeopleFixture.password, good) == 1)
        #expect(try await hashes("no name \u{0}", PeopleFixture.password, good) == 1)
        #expect(try await hashes("ann", String(repeating: "x", count: 100_000), good) == 1)
        #expect(try await fixture.acts(about: "ann").filter { $0 == "log_in_failed" }.count == 3)
    }

    @Test("a code works once: not for a second log-in, not to step up, not after an older one")
    func replay() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let code = try fixture.nextCode(ann)
        let desk = fixture.desk
        let signedIn = try await desk.logIn(
            name: "ann", password: PeopleFixture.password, code: code, from: PeopleFixture.origin)
        await #expect(throws: PeopleRefusal.wrongCredentials) {
            try await desk.logIn(name: "ann", password: PeopleFixture.password, code: code, from: PeopleFixture.origin)
        }
        await #expect(throws: PeopleRefusal.wrongCode) {
            try await desk.stepUp(signedIn.admin, code: code, from: PeopleFixture.origin)
        }
    }

    @Test("of many log-ins with one code at the same moment one succeeds")
    func replayAtOnce() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let code = try fixture.nextCode(ann)
        let successes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let signedIn = try? await fixture.desk.logIn(
                        name: "ann", password: PeopleFixture.password, code: code, from: PeopleFixture.origin)
                    return signedIn != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
    }

    @Test("a recovery code stands in for the app once; new ones void the old")
    func recovery() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        func logIn(_ code: String) async throws -> SignedIn {
            try await fixture.desk.logIn(
                name: "ann", password: PeopleFixture.password, code: code, from: PeopleFixture.origin)
        }
        let signedIn = try await logIn(ann.recoveryCodes[0].lowercased())
        #expect(signedIn.recoveryCodesLeft == 9)
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await logIn(ann.recoveryCodes[0]) }
        let fresh = try await fixture.desk.renewRecoveryCodes(of: signedIn.admin, from: PeopleFixture.origin)
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await logIn(ann.recoveryCodes[1]) }
        #expect(try await logIn(fresh[0]).recoveryCodesLeft == 9)
    }

    @Test("a session's token is new at log-in and at step-up, and the old one is worth nothing")
    func fixation() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let first = ann.signedIn
        let second = try await fixture.logIn(ann)
        #expect(first.token != second.token && first.admin.session != second.admin.session)
        // A token that somebody was given before he logged in opens nothing afterwards.
        #expect(try await fixture.desk.admin(cookie: "planted") == nil)
        let stepped = try await fixture.desk.stepUp(
            second.admin, code: try fixture.nextCode(ann), from: PeopleFixture.origin)
        #expect(stepped.token != second.token && stepped.admin.session == second.admin.session)
        #expect(stepped.admin.csrfToken != second.admin.csrfToken)
        #expect(try await fixture.desk.admin(cookie: second.token) == nil)
        #expect(try await fixture.desk.admin(cookie: stepped.token) != nil)
        #expect(stepped.endsAt == second.endsAt)
    }

    @Test("a session ends after 15 idle minutes, and after 8 hours however busy it is")
    func ends() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let idle = try await fixture.logIn(ann)
        fixture.clock.pass(seconds: 899)
        #expect(try await fixture.desk.admin(cookie: idle.token) != nil)
        fixture.clock.pass(seconds: 899)
        #expect(try await fixture.desk.admin(cookie: idle.token) != nil)
        fixture.clock.pass(seconds: 900)
        #expect(try await fixture.desk.admin(cookie: idle.token) == nil)
        let busy = try await fixture.logIn(ann)
        for _ in 0..<47 {
            fixture.clock.pass(seconds: 600)
            #expect(try await fixture.desk.admin(cookie: busy.token) != nil)
        }
        fixture.clock.pass(seconds: 599)
        #expect(try await fixture.desk.admin(cookie: busy.token) != nil)
        fixture.clock.pass(seconds: 1)
        #expect(try await fixture.desk.admin(cookie: busy.token) == nil)
    }

    @Test("a second factor counts as shown for five minutes")
    func stepUp() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        var admin = ann.admin
        fixture.clock.pass(seconds: 299)
        #expect(admin.isSteppedUp(at: fixture.clock.now))
        fixture.clock.pass(seconds: 1)
        #expect(!admin.isSteppedUp(at: fixture.clock.now))
        await #expect(throws: PeopleRefusal.stepUpNeeded) {
            try await fixture.desk.renewRecoveryCodes(of: admin, from: PeopleFixture.origin)
        }
        admin = try await fixture.desk.stepUp(
            admin, code: try fixture.nextCode(ann), from: PeopleFixture.origin
        ).admin
        #expect(admin.isSteppedUp(at: fixture.clock.now))
    }

    @Test("one's sessions are listed and ended one by one; somebody else's is not there")
    func listed() async throws {
        let fixture = try await PeopleFixture()
        let (ann, bob) = (try await fixture.person("ann", .viewer), try await fixture.person("bob", .owner))
        let second = try await fixture.logIn(ann)
        let sessions = try await fixture.desk.sessions(of: second.admin)
        #expect(sessions.map(\.isCurrent) == [true, false] && sessions[0].address == "192.0.2.1")
        await #expect(throws: PeopleRefusal.sessionNotFound) {
            try await fixture.desk.end(session: bob.admin.session, of: second.admin, from: PeopleFixture.origin)
        }
        #expect(try await fixture.desk.admin(cookie: bob.signedIn.token) != nil)
        try await fixture.desk.end(session: ann.admin.session, of: second.admin, from: PeopleFixture.origin)
        #expect(try await fixture.desk.admin(cookie: ann.signedIn.token) == nil)
        try await fixture.desk.logOut(second.admin, from: PeopleFixture.origin)
        #expect(try await fixture.desk.admin(cookie: second.token) == nil)
        try await fixture.desk.logOut(second.admin, from: PeopleFixture.origin)
    }

    @Test("a new password asks for the old one and ends all sessions")
    func newPassword() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let other = try await fixture.logIn(ann)
        let fresh = "another long password"
        await #expect(throws: PeopleRefusal.wrongCredentials) {
            try await fixture.desk.changePassword(
                of: other.admin, old: "not the old password", new: fresh, from: PeopleFixture.origin)
        }
        await #expect(throws: PeopleRefusal.password(.same)) {
            try await fixture.desk.changePassword(
                of: other.admin, old: PeopleFixture.password, new: PeopleFixture.password, from: PeopleFixture.origin)
        }
        let changed = try await fixture.desk.changePassword(
            of: other.admin, old: PeopleFixture.password, new: fresh, from: PeopleFixture.origin)
        for token in [ann.signedIn.token, other.token] {
            #expect(try await fixture.desk.admin(cookie: token) == nil)
        }
        #expect(try await fixture.desk.admin(cookie: changed.token) != nil)
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await fixture.logIn(ann) }
        _ = try await fixture.logIn(ann, password: fresh)
    }

    @Test(
        "another app takes a fresh factor, the password and its own code; then the old app, codes and sessions are over"
    )
    func newApp() async throws {
        let fixture = try await PeopleFixture(key: [UInt8](repeating: 6, count: 32))
        let ann = try await fixture.person("ann", .viewer)
        let other = try await fixture.logIn(ann)
        let app = try fixture.desk.newApp(of: other.admin)
        let totp = TOTP(secret: app.secret)
        func change(_ password: String, _ code: String, to app: NewApp = app) async throws -> Enrolled {
            try await fixture.desk.changeApp(
                of: other.admin, to: app, code: code, password: password, from: PeopleFixture.origin)
        }
        let code = try totp.code(step: TOTP.step(at: fixture.clock.now))
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await change("not the password at all", code) }
        let old = try ann.totp.code(step: TOTP.step(at: fixture.clock.now))
        await #expect(throws: PeopleRefusal.wrongCode) { try await change(PeopleFixture.password, old) }
        // Nothing was kept of it: the old app counts.
        _ = try await fixture.logIn(ann)
        let used = try totp.code(step: TOTP.step(at: fixture.clock.now))
        let enrolled = try await change(PeopleFixture.password, used)
        for token in [ann.signedIn.token, other.token] {
            #expect(try await fixture.desk.admin(cookie: token) == nil)
        }
        #expect(try await fixture.desk.admin(cookie: enrolled.signedIn.token) != nil)
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await fixture.logIn(ann) }
        func logIn(_ code: String) async throws -> SignedIn {
            try await fixture.desk.logIn(
                name: "ann", password: PeopleFixture.password, code: code, from: PeopleFixture.origin)
        }
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await logIn(ann.recoveryCodes[0]) }
        // The code that confirmed the app opens nothing else.
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await logIn(used) }
        fixture.clock.pass(seconds: 120)
        _ = try await logIn(try totp.code(step: TOTP.step(at: fixture.clock.now)))
        #expect(try await logIn(enrolled.recoveryCodes[0]).recoveryCodesLeft == 9)
        #expect(try await fixture.acts(about: "ann").count { $0 == "change_app" } == 1)
    }

    @Test("nobody changes the app without a fresh factor, with the secret that counts, or by a page of before")
    func newAppRefusals() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let app = try fixture.desk.newApp(of: ann.admin)
        func change(_ admin: AdminCaller, to app: NewApp) async throws -> Enrolled {
            let code = try TOTP(secret: app.secret).code(step: TOTP.step(at: fixture.clock.now))
            return try await fixture.desk.changeApp(
                of: admin, to: app, code: code, password: PeopleFixture.password, from: PeopleFixture.origin)
        }
        let kept = try await fixture.store.admin(named: try AdminName("ann"))?.secret
        let same = NewApp(secret: try #require(kept?.bytes), of: try AdminName("ann"))
        await #expect(throws: PeopleRefusal.wrongCode) { try await change(ann.admin, to: same) }
        #expect(NewApp(text: "00", of: ann.admin.name) == nil && NewApp(text: "x", of: ann.admin.name) == nil)
        #expect(NewApp(text: app.text, of: ann.admin.name)?.secret == app.secret)
        fixture.clock.pass(seconds: 300)
        #expect(throws: PeopleRefusal.stepUpNeeded) { try fixture.desk.newApp(of: ann.admin) }
        await #expect(throws: PeopleRefusal.stepUpNeeded) { try await change(ann.admin, to: app) }
        #expect(try await fixture.store.admin(named: try AdminName("ann"))?.secret == kept)
    }

    @Test("a hash of older parameters, or from before the key file, is made anew at the next log-in")
    func rehash() async throws {
        let fixture = try await PeopleFixture()
        let ann = try await fixture.person("ann", .viewer)
        let keyed = SessionDesk(
            people: fixture.store, passwords: PasswordDesk(PeopleFixture.secrets([UInt8](repeating: 5, count: 32))),
            attempts: LogInGuard(), log: ServiceLog { _ in }, now: { fixture.clock.now })
        _ = try await keyed.logIn(
            name: "ann", password: PeopleFixture.password, code: try fixture.nextCode(ann), from: PeopleFixture.origin)
        let record = try await fixture.store.admin(named: try AdminName("ann"))
        #expect(record?.password?.isKeyed == true)
        // From now on the database alone is not enough.
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await fixture.logIn(ann) }
    }
}
