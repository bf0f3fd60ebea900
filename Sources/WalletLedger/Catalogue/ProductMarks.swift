internal import Postgres
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// A product of an app of ours that is none of ours: its purchases wait for no pack.
package struct ProductMark: Hashable, Sendable {
    package let bundle: String
    package let product: String
    /// False: taken back.
    package let isForeign: Bool
    package let reason: String
    package let markedAt: Instant
    package let callerName: String
}

package enum ProductMarking: Hashable, Sendable {
    case marked
    case unchanged
    /// A pack sells it, so it is ours.
    case sold
}

/// What people said about products that no pack sells. Each word is a row; the newest counts.
package struct ProductMarks: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    package func isForeign(_ product: String, bundle: String) async throws(WalletError) -> Bool {
        try await database.rows(FindProductMark(bundle: bundle, product: product)).first?.isForeign ?? false
    }

    /// - Parameter act: its reason is about the product: nothing about people belongs there.
    package func mark(
        _ product: String, bundle: String, isForeign: Bool, by caller: CallerID, _ act: ActByHand
    ) async throws(WalletError) -> ProductMarking {
        let (record, shiftMs) = (UUID(), database.clockShiftMs)
        return try await database.transaction("ProductMarks.mark") { step throws(PostgresError) in
            try step.change(LockProduct(bundle: bundle, product: product))
            let known = try step.rows(FindProductMark(bundle: bundle, product: product)).first
            guard (known?.isForeign ?? false) != isForeign else { return .unchanged }
            if isForeign, try !step.rows(FindPackOfProduct(bundle: bundle, product: product)).isEmpty { return .sold }
            try step.change(
                InsertProductMark(
                    bundle: bundle, product: product, isForeign: isForeign, reason: act.note.text, caller: caller,
                    clockShiftMs: shiftMs))
            var insert = InsertAuditRecord(
                record: record, caller: caller, action: "mark_product", wallet: nil, transaction: nil, reason: nil,
                clockShiftMs: shiftMs)
            let names: [(name: String, value: AuditedFigures.Value)] = [
                ("bundle", .word(bundle)), ("product", .word(product)),
            ]
            insert.origin = act.origin
            insert.tell(
                AuditedFigures(names + [("not_ours", .flag(!isForeign))]),
                became: AuditedFigures(names + [("not_ours", .flag(isForeign))]))
            try step.change(insert)
            return .marked
        }
    }

    /// By bundle and product, as they stand now; those after `cursor`.
    package func list(
        after cursor: (bundle: String, product: String)?, limit: Int
    ) async throws(WalletError) -> [ProductMark] {
        try await database.rows(ListProductMarks(after: cursor, limit: pageRows(limit)))
    }
}
