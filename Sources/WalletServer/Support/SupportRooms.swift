internal import WalletDomain
internal import WalletLedger

/// What support's endpoints are made of.
struct SupportRooms: Sendable {
    let reader: SupportReader
    let acts: ActDesk
    let approvals: ApprovalStore
    let products: ProductMarks
    let audit: AuditLog
    let tokens: TokenStore

    init(_ ledger: LedgerParts, _ settings: ServiceSettings, leads: WalletLeads, metrics: Metrics) {
        reader = ledger.support
        approvals = ledger.approvals
        products = ledger.products
        audit = ledger.audit
        tokens = ledger.tokens
        acts = ActDesk(ledger, settings, leads: leads, metrics: metrics)
    }
}
