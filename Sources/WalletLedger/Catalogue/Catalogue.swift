internal import Postgres
internal import WalletDomain

/// Packs, items and their prices: what is sold for money, and what coins buy.
///
/// Dates are the database's. A change of price takes effect at least `Limits.priceLeadMs` after it is written, by a
/// transaction that may not take as long, so every batch of the Writer sees it in time.
package struct Catalogue: Sendable {
    package let database: LedgerDatabase

    let writeTimeoutMs: Int

    /// - Parameter writeTimeoutMs: for each statement of a change; less than `Limits.priceLeadMs` in production.
    package init(_ database: LedgerDatabase, writeTimeoutMs: Int = Limits.catalogueWriteTimeoutMs) {
        self.database = database
        self.writeTimeoutMs = writeTimeoutMs
    }

    /// Runs a change; what `body` refuses is undone.
    func change<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (LedgerTransaction) throws -> Value
    ) async throws(WalletError) -> Result<Value, CatalogueRefusal> {
        do {
            let value = try await database.attempt { step in
                try step.change(LocalSetting(name: "statement_timeout", value: String(writeTimeoutMs)))
                // Compiling a statement takes longer than running it, and longer than it may take.
                try step.change(LocalSetting(name: "jit", value: "off"))
                return try body(step)
            }
            return .success(value)
        } catch let refusal as CatalogueRefusal {
            return .failure(refusal)
        } catch let error as PostgresError {
            if let refusal = CatalogueRefusal(error) { return .failure(refusal) }
            throw database.walletError(error, during: name, writes: true)
        } catch {
            throw database.unforeseen(error, during: name)
        }
    }

    /// The database's time inside a change, to be read after its locks.
    func time(_ step: LedgerTransaction) throws(PostgresError) -> Instant {
        guard let read = try step.rows(ReadClock()).first else { throw .unexpectedShape("no time") }
        return read.adding(milliseconds: database.clockShiftMs)
    }

    /// Waits until `moment` has come by the database's clock.
    func wait(until moment: Instant) async throws(WalletError) {
        var time = try await database.time()
        while time < moment, !Task.isCancelled {
            let missingUs = moment.microseconds - time.microseconds
            // A cancelled wait ends the loop: what was written stays written.
            try? await Task.sleep(for: .microseconds(missingUs))
            time = try await database.time()
        }
    }
}

extension CatalogueRefusal {
    /// What the tables themselves refuse; the twin of the checks in Swift.
    init?(_ error: PostgresError) {
        guard case .server(let server) = error else { return nil }
        guard server.state == .exclusionViolation, server.table == "item_prices" else { return nil }
        self = .windowsOverlap
    }
}
