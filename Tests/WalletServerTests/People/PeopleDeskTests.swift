import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

@Suite struct PeopleDeskTests {
    private func name(_ text: String) throws -> AdminName { try AdminName(text) }

    @Test("an invitation is for one name, once, for three days; the last one counts")
    func invitations() async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        func invite() async throws -> Invited {
            try await fixture.people.invite(
                name: "bob", role: .support, by: owner.admin, from: PeopleFixture.origin)
        }
        let old = try await invite()
        let new = try await invite()
        #expect(try await fixture.people.invitations(by: owner.admin).map(\.name.text) == ["bob"])
        await #expect(throws: PeopleRefusal.linkInvalid) { try await fixture.enrol(old.token, "bob") }
        await #expect(throws: PeopleRefusal.linkInvalid) { try await fixture.enrol(new.token, "mallory") }
        let bob = try await fixture.enrol(new.token, "bob")
        #expect(bob.admin.role == .support)
        await #expect(throws: PeopleRefusal.linkInvalid) { try await fixture.enrol(new.token, "bob") }
        await #expect(throws: PeopleRefusal.nameTaken) { try await invite() }
        let late = try await fixture.people.invite(
            name: "eve", role: .viewer, by: owner.admin, from: PeopleFixture.origin)
        fixture.clock.pass(seconds: 72 * 3_600)
        await #expect(throws: PeopleRefusal.linkInvalid) { try await fixture.enrol(late.token, "eve") }
    }

    @Test("an enrolment is confirmed by a code of its own secret, and a repeated first half changes the secret")
    func confirmation() async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        let invited = try await fixture.people.invite(
            name: "bob", role: .viewer, by: owner.admin, from: PeopleFixture.origin)
        func accept() async throws -> TOTP {
            let enrolment = try await fixture.desk.acceptInvitation(
                token: invited.token, name: "bob", password: PeopleFixture.password, from: PeopleFixture.origin)
            return TOTP(secret: try #require(PeopleFixture.decode(enrolment.secret)))
        }
        func confirm(_ totp: TOTP) async throws -> Enrolled {
            let code = try totp.code(step: TOTP.step(at: fixture.clock.now))
            return try await fixture.desk.confirmEnrolment(
                token: invited.token, code: code, from: PeopleFixture.origin)
        }
        await #expect(throws: PeopleRefusal.linkInvalid) { try await confirm(owner.totp) }
        let first = try await accept()
        let second = try await accept()
        await #expect(throws: PeopleRefusal.wrongCode) { try await confirm(first) }
        await #expect(throws: PeopleRefusal.wrongCode) { try await confirm(owner.totp) }
        #expect(try await confirm(second).signedIn.admin.name.text == "bob")
    }

    @Test("only owners see and change people", arguments: AdminRole.allCases.filter { $0 != .owner })
    func ownersOnly(role: AdminRole) async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        let other = try await fixture.person("other", role).admin
        let (desk, origin) = (fixture.people, PeopleFixture.origin)
        await #expect(throws: PeopleRefusal.ownersOnly) { try await desk.list(by: other) }
        await #expect(throws: PeopleRefusal.ownersOnly) { try await desk.invitations(by: other) }
        await #expect(throws: PeopleRefusal.ownersOnly) {
            try await desk.invite(name: "more", role: .viewer, by: other, from: origin)
        }
        await #expect(throws: PeopleRefusal.ownersOnly) {
            try await desk.setRole(of: other.name, to: .owner, by: other, from: origin)
        }
        await #expect(throws: PeopleRefusal.ownersOnly) {
            try await desk.disable(owner.admin.name, by: other, from: origin)
        }
        await #expect(throws: PeopleRefusal.ownersOnly) {
            try await desk.resetFactors(of: owner.admin.name, by: other, from: origin)
        }
        #expect(try await desk.list(by: owner.admin).map(\.role) == [role, .owner])
    }

    @Test("changes ask for a second factor that was just shown")
    func stepUp() async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        fixture.clock.pass(seconds: 300)
        await #expect(throws: PeopleRefusal.stepUpNeeded) {
            try await fixture.people.invite(
                name: "bob", role: .viewer, by: owner.admin, from: PeopleFixture.origin)
        }
        _ = try await fixture.people.list(by: owner.admin)
    }

    @Test("a new role, being disabled and a reset end the sessions of whom it concerns, and are in the audit log")
    func turnsOut() async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        let bob = try await fixture.person("bob", .viewer)
        let (desk, origin) = (fixture.people, PeopleFixture.origin)
        try await desk.setRole(of: name("bob"), to: .support, by: owner.admin, from: origin)
        #expect(try await fixture.desk.admin(cookie: bob.signedIn.token) == nil)
        let supporting = try await fixture.logIn(bob)
        #expect(supporting.admin.role == .support)
        try await desk.disable(name("bob"), by: owner.admin, from: origin)
        #expect(try await fixture.desk.admin(cookie: supporting.token) == nil)
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await fixture.logIn(bob) }
        try await desk.enable(name("bob"), by: owner.admin, from: origin)
        let back = try await fixture.logIn(bob)
        let reset = try await desk.resetFactors(of: name("bob"), by: owner.admin, from: origin)
        #expect(try await fixture.desk.admin(cookie: back.token) == nil)
        await #expect(throws: PeopleRefusal.wrongCredentials) { try await fixture.logIn(bob) }
        let anew = try await fixture.enrol(reset.token, "bob", password: "an entirely new password")
        #expect(anew.admin.id == bob.admin.id && anew.admin.role == .support)
        let acts = try await fixture.acts(about: "bob").filter { !["log_in", "log_in_failed"].contains($0) }
        #expect(
            acts == [
                "invite_admin", "enrol_admin", "change_role", "disable_admin", "enable_admin", "reset_factors",
                "enrol_admin",
            ])
    }

    @Test("the last owner who can log in stays one")
    func lastOwner() async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        let (desk, origin) = (fixture.people, PeopleFixture.origin)
        await #expect(throws: PeopleRefusal.lastOwner) {
            try await desk.disable(name("owner"), by: owner.admin, from: origin)
        }
        await #expect(throws: PeopleRefusal.lastOwner) {
            try await desk.setRole(of: name("owner"), to: .viewer, by: owner.admin, from: origin)
        }
        let second = try await fixture.person("second", .owner)
        // Each turns the other out at the same moment: one of them stays.
        async let one: Void = desk.disable(name("owner"), by: second.admin, from: origin)
        async let two: Void = desk.disable(name("second"), by: owner.admin, from: origin)
        let outcomes = [try? await one, try? await two].filter { $0 != nil }
        #expect(outcomes.count == 1)
        await #expect(throws: PeopleRefusal.adminNotFound) {
            try await desk.disable(name("nobody"), by: owner.admin, from: origin)
        }
    }

    @Test("who is turned out does not let others in by invitations he made")
    func voidsInvitations() async throws {
        let fixture = try await PeopleFixture()
        let owner = try await fixture.person("owner", .owner)
        let second = try await fixture.person("second", .owner)
        let invited = try await fixture.people.invite(
            name: "friend", role: .owner, by: second.admin, from: PeopleFixture.origin)
        try await fixture.people.setRole(of: name("second"), to: .viewer, by: owner.admin, from: PeopleFixture.origin)
        await #expect(throws: PeopleRefusal.linkInvalid) { try await fixture.enrol(invited.token, "friend") }
    }
}
