package import WalletDomain

/// What a record of the audit log is about, where that is no wallet, purchase, item or pack.
package enum AuditSubject: Hashable, Sendable {
    case admin(AdminName)
    /// The name of an API key.
    case key(String)
    /// The template of a call that was refused.
    case route(String)
    /// Any other of ours: a kind without a colon, and its id.
    case other(String, String)

    /// Twin: column `subject` of `audit_log` in `Migrations/0014_admit_people.sql`.
    package var text: String {
        switch self {
        case .admin(let name): "admin:" + name.text
        case .key(let name): "key:" + name
        case .route(let template): "route:" + template
        case .other(let kind, let id): kind + ":" + id
        }
    }
}
