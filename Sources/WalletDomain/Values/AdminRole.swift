/// What an admin is there for. Which scopes each role has: `AdminRole+Scopes.swift` in `WalletServer`.
///
/// Twin: column `role` of `admins` in `Migrations/0014_admit_people.sql`.
package enum AdminRole: String, CaseIterable, Sendable {
    /// Everything, other admins and keys included.
    case owner
    /// Packs, items and prices.
    case catalogue
    /// Users and what they bought.
    case support
    /// Exports and the audit log.
    case accountant
    /// Looks, and changes nothing.
    case viewer
}
