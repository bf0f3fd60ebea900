internal import Postgres
package import WalletDomain

/// Which records are asked for; nil: all.
package struct AuditFilter: Hashable, Sendable {
    /// The name of the caller: `admin:ann`, or a key's.
    package var actor: String?
    package var action: String?
    package var subject: AuditSubject?
    package var item: ItemID?
    /// Any of these.
    package var wallets: [WalletID]?
    package var from: Instant?
    /// Records before.
    package var to: Instant?

    package init() {}
}

/// The last record of the chain.
package struct AuditHead: Hashable, Sendable {
    /// 0 for an empty log.
    package let sequence: Int64
    /// 32 bytes.
    package let hash: [UInt8]
}

/// Reads the audit log, page by page.
package struct AuditReader: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// The newest first. Records are numbered, so that a page's end is one place whatever their times are.
    /// - Parameter before: the number of the last record seen; nil for the newest.
    package func page(
        _ filter: AuditFilter, before: Int64? = nil, limit: Int
    ) async throws(WalletError) -> [AuditEntry] {
        try await database.rows(ListAuditRecords(before: before ?? .max, filter: filter, limit: pageRows(limit)))
    }
}
