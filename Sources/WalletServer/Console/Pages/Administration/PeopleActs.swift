internal import WalletDomain

struct InvitePerson: Act {
    static let route = PageRoute(.post, "/admin/people", .owners)
    static let fields: Set<String> = ["form", "name", "role"]
    static let isSensitive = true
    let people: PeopleDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let invited = try await people.invite(
            name: form["name"], role: try form.role(), by: try visit.person(), from: visit.origin)
        return .page(InvitedPage.body(invited, visit))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PeoplePage(people: people).body(visit, trouble)
    }
}

/// What is done with one admin who is there.
struct ChangePerson: Sendable {
    enum Verb: String, CaseIterable, Sendable {
        case withdraw, disable, enable
    }

    let people: PeopleDesk

    func run(_ verb: Verb, _ visit: Visit) async throws -> Landing {
        let (name, visitor) = (try AdminName(visit.path("name")), try visit.person())
        switch verb {
        case .withdraw: try await people.withdrawInvitation(of: name, by: visitor, from: visit.origin)
        case .disable: try await people.disable(name, by: visitor, from: visit.origin)
        case .enable: try await people.enable(name, by: visitor, from: visit.origin)
        }
        return .go(PeoplePage.link, .personChanged)
    }
}

struct WithdrawInvitation: Act {
    static let route = PageRoute(.post, "/admin/people/{name}/withdraw", .owners)
    static let fields: Set<String> = []
    static let isSensitive = true
    let people: PeopleDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        try await ChangePerson(people: people).run(.withdraw, visit)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PeoplePage(people: people).body(visit, trouble)
    }
}

struct DisablePerson: Act {
    static let route = PageRoute(.post, "/admin/people/{name}/disable", .owners)
    static let fields: Set<String> = []
    static let isSensitive = true
    let people: PeopleDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        try await ChangePerson(people: people).run(.disable, visit)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PersonPage(people: people).body(visit, trouble)
    }
}

struct EnablePerson: Act {
    static let route = PageRoute(.post, "/admin/people/{name}/enable", .owners)
    static let fields: Set<String> = []
    static let isSensitive = true
    let people: PeopleDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        try await ChangePerson(people: people).run(.enable, visit)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PersonPage(people: people).body(visit, trouble)
    }
}

struct ChangeRole: Act {
    static let route = PageRoute(.post, "/admin/people/{name}/role", .owners)
    static let fields: Set<String> = ["role"]
    static let isSensitive = true
    let people: PeopleDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        try await people.setRole(
            of: try AdminName(visit.path("name")), to: try form.role(), by: try visit.person(), from: visit.origin)
        return .go(PeoplePage.link, .personChanged)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PersonPage(people: people).body(visit, trouble)
    }
}

struct ResetFactors: Act {
    static let route = PageRoute(.post, "/admin/people/{name}/reset", .owners)
    static let fields: Set<String> = []
    static let isSensitive = true
    let people: PeopleDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let invited = try await people.resetFactors(
            of: try AdminName(visit.path("name")), by: try visit.person(), from: visit.origin)
        return .page(InvitedPage.body(invited, visit))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PersonPage(people: people).body(visit, trouble)
    }
}

extension FormFields {
    func role() throws(Problem) -> AdminRole {
        guard let role = AdminRole(rawValue: self["role"]) else { throw .malformed("role") }
        return role
    }
}
