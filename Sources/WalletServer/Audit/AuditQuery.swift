internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Which records of the audit log a query asks for, before its user is looked up.
struct AuditQuery: Sendable {
    static let names = ["actor", "action", "user", "wallet", "item", "subject", "from", "to"]

    private let filter: AuditFilter
    private let user: UserID?
    /// Of lists and cursors: a cursor goes on in the list that gave it, with the same filter.
    let list: String

    init(_ query: Query) throws {
        var filter = AuditFilter()
        filter.actor = try Self.name("actor", query)
        filter.action = try Self.name("action", query)
        filter.item = try query["item"].map { try ItemID($0) }
        filter.subject = try Self.name("subject", query).map { try Self.subject($0) }
        filter.from = try Self.moment("from", query)
        filter.to = try Self.moment("to", query)
        if let text = query["wallet"] {
            guard let uuid = UUID(canonical: text) else { throw Problem.malformed("wallet") }
            filter.wallets = [WalletID(uuid)]
        }
        user = try query["user"].map { try UserID($0) }
        guard user == nil || filter.wallets == nil else { throw Problem.malformed("wallet") }
        self.filter = filter
        list = "audit?" + Self.names.map { "\($0)=\(query[$0] ?? "")" }.joined(separator: "&")
    }

    /// - Parameter directory: whose wallets are the user's, of any environment.
    func filter(_ directory: Directory) async throws -> AuditFilter {
        guard let user else { return filter }
        var filter = filter
        var wallets: [WalletID] = []
        for environment in StoreEnvironment.allCases {
            if let wallet = try await directory.knownWallet(of: user, in: environment) { wallets.append(wallet) }
        }
        filter.wallets = wallets
        return filter
    }

    private static func name(_ name: String, _ query: Query) throws(Problem) -> String? {
        guard let text = query[name] else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        guard isPlain, (1...Limits.nameBytesMax).contains(text.unicodeScalars.count) else { throw .malformed(name) }
        return text
    }

    /// `admin:ann`, `key:shop`
    private static func subject(_ text: String) throws(Problem) -> AuditSubject {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, !parts[0].isEmpty else { throw .malformed("subject") }
        return .other(parts[0], parts[1])
    }

    private static func moment(_ name: String, _ query: Query) throws(Problem) -> Instant? {
        guard let text = query[name] else { return nil }
        guard let moment = Instant(text: text) else { throw .malformed(name) }
        return moment
    }
}
