internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Everything about what Apple tells by itself and what it is asked again: stores, verifiers, the one intake.
struct InboxRooms: Sendable {
    let apple: AppleDesk
    let appStore: AppStoreSettings
    let notifications: NotificationStore
    let consents: ConsentStore
    let questions: ConsumptionStore
    let unattributed: UnattributedStore
    let transactions: StoreTransactionStore
    let audit: AuditLog
    let sweeps: SweepStore
    let backlog: BacklogReader
    let intake: PurchaseIntake
    let preference: PreferencePolicy
    /// Histories a second.
    let refundWalkPace: Int
    let sandbox: SandboxPolicy
    let metrics: Metrics
    let log: ServiceLog
    let now: @Sendable () -> Instant

    init(
        _ ledger: LedgerParts, _ settings: ServiceSettings, topups: TopupService, metrics: Metrics, log: ServiceLog
    ) {
        apple = settings.apple
        appStore = settings.appStore
        notifications = ledger.notifications
        consents = ledger.consents
        questions = ledger.questions
        unattributed = ledger.unattributed
        transactions = ledger.transactions
        audit = ledger.audit
        sweeps = ledger.sweeps
        backlog = ledger.backlog
        intake = PurchaseIntake(
            topups: topups, tokens: ledger.tokens, unattributed: ledger.unattributed, policy: settings.sandbox)
        preference = settings.preference
        refundWalkPace = settings.refundWalkPace
        sandbox = settings.sandbox
        self.metrics = metrics
        self.log = log
        now = settings.now
    }

    /// The stores that notifications and histories are asked of.
    var environments: [StoreEnvironment] {
        switch sandbox {
        case .testers, .everyone: StoreEnvironment.allCases
        case .nobody: [.production]
        }
    }
}
