internal import FoundationEssentials
internal import HTTPServer
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// Calls of the admin API that a caller was not allowed: each is a line of the log, and a record of the audit log. Of
/// one caller and route at most one a minute is recorded, so that nobody fills the log, which is for ever.
final class RefusalNotes: Sendable {
    private let audit: AuditLog
    private let log: ServiceLog
    private let memory = Mutex(RefusalMemory())

    init(audit: AuditLog, log: ServiceLog) {
        self.audit = audit
        self.log = log
    }

    func note(_ caller: Caller, _ route: Route, _ head: RequestHead, tasks: RunningTasks) {
        guard route.template.hasPrefix(Self.adminPrefix) else { return }
        note(caller, call: "\(route.method.rawValue) \(route.template)", head, tasks: tasks)
    }

    /// Returns at once; the record is written behind it.
    /// - Parameter call: method and template of a call or a page, none of its values.
    func note(_ caller: Caller, call: String, _ head: RequestHead, tasks: RunningTasks) {
        let place = RefusalMemory.Place(caller: caller.id, call: call)
        guard memory.withLock({ $0.isDue(place, at: .now) }) else { return }
        let origin = CallerOrigin(head).address
        let subject = AuditSubject.route(call)
        log.add(
            LogEvent(.warning, "admin call refused", [("caller", .text(caller.name)), ("route", .text(subject.text))]))
        tasks.run { [self] in
            do throws(WalletError) {
                try await audit.note("call_refused", about: subject, by: caller.id, from: origin)
            } catch {
                memory.withLock { $0.forget(place) }
                log.add(LogEvent(.error, "a refused admin call was not recorded"))
            }
        }
    }

    private static let adminPrefix = "/v1/admin/"
}
