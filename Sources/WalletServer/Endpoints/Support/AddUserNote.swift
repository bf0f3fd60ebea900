internal import WalletDomain
internal import WalletLedger

/// Support writes something down about a user. A record like any other act: who, when, from where; erased with him.
struct AddUserNote: Endpoint {
    static let route = Route(.post, "/v1/admin/users/{user}/notes", access: .keys([.support]))
    let audit: AuditLog
    let directory: Directory

    struct Input: Sendable {
        let user: UserID
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["note"])
        let note = try body.title("note", bytesMax: Limits.noteBytesMax)
        return Input(user: try call.user(), byHand: ActByHand(reason: note, origin: call.origin))
    }

    func run(_ input: Input, as caller: Caller) async throws -> NoteAnswer {
        let wallet = try await directory.wallet(of: input.user, in: directory.environment(of: input.user))
        try await audit.note("note_user", about: nil, of: wallet, by: caller.id, input.byHand)
        return NoteAnswer(user: input.user, note: input.byHand.note.text)
    }

    struct NoteAnswer: Answer {
        let user: UserID
        let note: String

        func write(to object: inout JSONWriter) {
            object.member("user", user.text)
            object.member("note", note)
        }
    }
}
