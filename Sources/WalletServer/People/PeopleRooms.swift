internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Everything about admins, keys and the audit log, wired once.
struct PeopleRooms: Sendable {
    let sessions: SessionDesk
    let people: PeopleDesk
    let csrf: CSRF
    let keys: KeyStore
    let audit: AuditReader
    let auditLog: AuditLog
    let refusals: RefusalNotes
    let now: @Sendable () -> Instant

    init(_ ledger: LedgerParts, _ settings: ServiceSettings, log: ServiceLog) {
        sessions = SessionDesk(
            people: ledger.people, passwords: PasswordDesk(settings.adminSecrets), attempts: LogInGuard(), log: log,
            now: settings.now)
        people = PeopleDesk(people: ledger.people, now: settings.now)
        // In production there is TLS, ours or a proxy's: a cookie that goes over plain HTTP would be a session lost.
        csrf = CSRF(isSecure: !settings.isDevelopment || settings.http.tls != nil)
        keys = ledger.keys
        audit = ledger.auditReader
        auditLog = ledger.audit
        refusals = RefusalNotes(audit: ledger.audit, log: log)
        now = settings.now
    }
}
