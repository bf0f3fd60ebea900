internal import WalletDomain
internal import WalletLedger

/// Who the admins are, by name. They are made and changed by people only (console, command line): a key that got lost
/// must not let anybody in.
struct ListPeople: Endpoint {
    static let route = Route(.get, "/v1/admin/people", access: .keys([.keys]))
    let people: PeopleStore

    func parse(_ call: Call) throws { try call.requireNoQuery() }

    func run(_: Void, as caller: Caller) async throws -> PeopleList {
        PeopleList(admins: try await people.admins().map { AdminView($0) })
    }

    struct PeopleList: Answer {
        let admins: [AdminView]

        func write(to object: inout JSONWriter) {
            object.array("people") { list in
                for admin in admins {
                    list.object { object in
                        object.member("name", admin.name.text)
                        object.member("role", admin.role.rawValue)
                        object.member("state", admin.word)
                        object.member("created_at", admin.createdAt.text)
                        object.member("last_log_in_at", admin.lastLogInAt?.text)
                    }
                }
            }
        }
    }
}

extension AdminView {
    /// `active`, `enrolling` (factors were reset) or `disabled`.
    var word: String { isDisabled ? "disabled" : isEnrolled ? "active" : "enrolling" }
}
