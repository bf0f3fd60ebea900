internal import Postgres
package import WalletDomain

/// What owners do with other admins. Sessions of whom it concerns end in the same transaction.
extension PeopleStore {
    package func setRole(
        of name: AdminName, to role: AdminRole, by caller: CallerID, at now: Instant, from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.setRole") { step in
            let (admin, isLastOwner) = try lock(name, step)
            guard admin.role != role else { return }
            if isLastOwner { throw PeopleFault.lastOwner }
            try step.change(SetAdminRole(admin: admin.id, role: role))
            try turnOut(admin, at: now, step)
            try note(
                "change_role", name, by: caller, from: origin, before: json(admin.role), after: json(role), step)
        }
    }

    package func setDisabled(
        _ name: AdminName, _ isDisabled: Bool, by caller: CallerID, at now: Instant, from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.setDisabled") { step in
            let (admin, isLastOwner) = try lock(name, step)
            guard (admin.disabledAt != nil) != isDisabled else { return }
            if isDisabled, isLastOwner { throw PeopleFault.lastOwner }
            try step.change(SetAdminDisabled(admin: admin.id, at: isDisabled ? now : nil))
            try turnOut(admin, at: now, step)
            try note(
                isDisabled ? "disable_admin" : "enable_admin", name, by: caller, from: origin,
                before: "{\"disabled\": \(!isDisabled)}", after: "{\"disabled\": \(isDisabled)}", step)
        }
    }

    /// Password, app and recovery codes are void; the invitation enrols anew, under the same name and number.
    /// - Parameter digest: SHA-256 of the invitation's token.
    package func resetFactors(
        of name: AdminName, digest: [UInt8], by caller: CallerID, at now: Instant, from origin: String
    ) async throws(WalletError) -> Result<Void, PeopleFault> {
        try await change("PeopleStore.resetFactors") { step in
            let (admin, _) = try lock(name, step)
            try step.change(ResetAdminFactors(admin: admin.id))
            try step.change(SettleRecoveryCodes(admin: admin.id, used: nil, at: now))
            try turnOut(admin, at: now, step)
            try step.change(VoidInvitations(name: name, by: nil, at: now))
            try step.change(InsertInvitation(digest: digest, name: name, role: admin.role, at: now, by: caller))
            try note("reset_factors", name, by: caller, from: origin, step)
        }
    }

    /// The admin, and whether nobody else is left who can let others in.
    private func lock(
        _ name: AdminName, _ step: LedgerTransaction
    ) throws -> (admin: AdminRecord, isLastOwner: Bool) {
        let all = try step.rows(LockAdminAndOwners(name: name))
        guard let admin = all.first(where: { $0.name == name }) else { throw PeopleFault.adminNotFound }
        let others = all.filter { $0.name != name && $0.role == .owner && $0.disabledAt == nil && $0.enrolledAt != nil }
        return (admin, admin.role == .owner && admin.disabledAt == nil && others.isEmpty)
    }

    /// Sessions end, and whom the admin invited is not let in by him any more.
    private func turnOut(_ admin: AdminRecord, at now: Instant, _ step: LedgerTransaction) throws {
        try step.change(EndSessions(admin: admin.id, session: nil, at: now))
        try step.change(VoidInvitations(name: nil, by: admin.id, at: now))
    }
}
