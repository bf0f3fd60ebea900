/// What an entry records. The number is stored and hashed: never reuse one.
package enum EntryKind: Int16, CaseIterable, Sendable {
    case sold = 1
    case granted = 2
    case spent = 3
    case expired = 4

    /// The word used in JSON, exports and documents.
    package var name: String {
        switch self {
        case .sold: "sold"
        case .granted: "granted"
        case .spent: "spent"
        case .expired: "expired"
        }
    }
}
