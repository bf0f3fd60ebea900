package import WalletDomain
internal import WalletLedger

extension WalletService {
    /// The path of an invitation for the very first admin, an owner; nil once there is one. For `coffer dev`: in
    /// production `coffer admin create` makes the first owner.
    package func inviteFirstOwner(name: String, by caller: CallerID) async throws -> String? {
        let people = rooms.people
        guard try await people.people.people.admins().isEmpty else { return nil }
        let token = SessionDesk.newToken()
        try await people.people.people.invite(
            try AdminName(name), as: .owner, digest: SessionDesk.digest(token), by: caller, at: people.now(),
            from: "127.0.0.1"
        ).get()
        return Link("invitation", token).text
    }
}
