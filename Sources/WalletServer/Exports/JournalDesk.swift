internal import HTTPServer
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// The journal as a file for somebody with a browser, written while he reads. Each keeps a connection of the pool,
/// which moves coins too, so there are few at once; who took which days is a record of the audit log.
final class JournalDesk: Sendable {
    private let database: LedgerDatabase
    private let audit: AuditLog
    private let tasks: RunningTasks
    private let log: ServiceLog
    private let atOnceMax: Int
    private let running = Mutex(0)

    init(_ rooms: Rooms, atOnceMax: Int) {
        database = rooms.database
        audit = rooms.support.audit
        tasks = rooms.tasks
        log = rooms.log
        self.atOnceMax = atOnceMax
    }

    /// Which part, and for which program.
    struct Order: Sendable {
        let environment: StoreEnvironment
        let from: CalendarDay
        /// Included.
        let to: CalendarDay
        let zone: ExportZone
        let flavour: CSVFlavour

        /// As the audit log names it: `Production:2026-01-01:2026-01-31`.
        var name: String { environment.rawValue + ":" + from.text + ":" + to.text }
    }

    /// - Throws: `overloaded` if too many are on their way.
    func file(_ order: Order, for caller: Caller, from origin: String) async throws -> FileAnswer {
        guard let end = order.to.adding(days: 1) else { throw Problem.malformed("to") }
        let period: ExportPeriod
        do throws(ExportError) {
            period = try ExportPeriod(from: order.from, to: end, zone: order.zone)
        } catch {
            throw Problem.malformed("from")
        }
        try enter()
        do {
            try await audit.note("export_journal", about: .other("journal", order.name), by: caller.id, from: origin)
        } catch {
            leave()
            throw error
        }
        let stream = ResponseStream()
        tasks.run { [self] in
            await write(order, period, to: stream)
            leave()
        }
        let name = "journal-\(order.environment.rawValue)-\(order.from.text)-\(order.to.text).csv"
        return FileAnswer(contentType: "text/csv; charset=utf-8", name: name, stream: stream)
    }

    /// A file that could not be finished is cut, so that nobody takes a part for the whole.
    private func write(_ order: Order, _ period: ExportPeriod, to stream: ResponseStream) async {
        let export = JournalExport(
            JournalReader(database, pauseMs: Limits.journalBrowserPauseMs), environment: order.environment,
            period: period, flavour: order.flavour)
        do throws(ExportError) {
            _ = try await export.write { bytes in try await stream.write(bytes) }
            stream.finish()
        } catch {
            stream.fail()
            tell(error)
        }
    }

    private func tell(_ error: ExportError) {
        switch error {
        // The browser went away: nobody's fault.
        case .outputFailed: break
        case .totalsDisagree(let differences):
            log.add(
                LogEvent(
                    .error, "lines and totals of an export disagree",
                    [("differences", .text(differences.joined(separator: "; ")))]))
        case .ledger, .emptyPeriod, .noSuchDay: log.add(LogEvent(.error, "an export of the journal was cut"))
        }
    }

    private func enter() throws(WalletError) {
        let hasRoom = running.withLock { running in
            guard running < atOnceMax else { return false }
            running += 1
            return true
        }
        guard hasRoom else { throw .overloaded }
    }

    private func leave() { running.withLock { $0 -= 1 } }
}
