package import AppStore
internal import FoundationEssentials
package import HTTPServer
package import WalletDomain
package import WalletLedger

/// What a service is told from outside; where it comes from (environment, files) is the business of `coffer`.
package struct ServiceSettings: Sendable {
    /// Marks every answer, and allows what production refuses.
    package var isDevelopment = false
    package var http = HTTPServerSettings()
    package var appStore: AppStoreSettings
    package var apple = AppleDesk()
    package var sandbox = SandboxPolicy.testers
    package var preference = PreferencePolicy.byUse
    package var refunds = RefundPolicy.debt
    package var refundOwnership = OwnershipPolicy.keep
    /// Histories a second that Apple is asked for to find missed refunds, 1 ... `Limits.refundWalkPaceMax`.
    package var refundWalkPace = Limits.refundWalkPaceDefault
    /// By whose clock admins write times of the catalogue.
    package var shopZone = ShopZone.utc
    /// Percent by which a price may change without a second confirmation.
    package var priceChangePercentMax = Int64(Limits.priceChangePercentDefault)
    /// Development only; none in production.
    package var faults = FaultPoints.none
    package var rates = RateLimits()
    /// The longest life of a hold, and the one of a hold that names none.
    package var holdLifeSecondsMax = Limits.holdLifeSecondsDefault
    /// How passwords and codes of admins are kept.
    package var adminSecrets = AdminSecrets()
    /// What one person may adjust alone.
    package var secondPerson = SecondPersonRule()
    package var log: LogTarget = ServiceLog.standardError
    /// Judges signing times of proofs, never money.
    package var now: @Sendable () -> Instant = { Instant(Date()) }

    package init(appStore: AppStoreSettings) { self.appStore = appStore }
}

/// The ledger's doors, opened by whoever composes the service.
package struct LedgerParts: Sendable {
    package let database: LedgerDatabase
    package let directory: Directory
    package let writer: Writer
    package let catalogue: Catalogue
    package let tokens: TokenStore
    package let orders: OrderStore
    package let proofs: ProofStore
    package let transactions: StoreTransactionStore
    package let notifications: NotificationStore
    package let consents: ConsentStore
    package let questions: ConsumptionStore
    package let unattributed: UnattributedStore
    package let audit: AuditLog
    package let sweeps: SweepStore
    package let backlog: BacklogReader
    package let wallets: WalletReader
    package let keys: KeyStore
    package let merges: MergeStore
    package let estates: EstateReader
    package let erasures: ErasureStore
    package let people: PeopleStore
    package let auditReader: AuditReader
    package let approvals: ApprovalStore
    package let products: ProductMarks
    package let support: SupportReader
    package let reports: BooksExporter

    /// - Parameters:
    ///   - pseudonyms: how erased users are called; without, nobody can be erased.
    ///   - makeBooks: long reads of the same database.
    package init(
        database: LedgerDatabase, writer: Writer, pseudonyms: Pseudonyms = .none,
        makeBooks: @escaping @Sendable (BooksQuestion) -> BooksRun
    ) {
        self.writer = writer
        reports = BooksExporter(database, makeRun: makeBooks)
        self.database = database
        directory = Directory(database, pseudonyms: pseudonyms)
        catalogue = Catalogue(database)
        tokens = TokenStore(database, pseudonyms: pseudonyms)
        orders = OrderStore(database, pseudonyms: pseudonyms)
        merges = MergeStore(database, pseudonyms: pseudonyms)
        estates = EstateReader(database)
        approvals = ApprovalStore(database)
        products = ProductMarks(database)
        support = SupportReader(database)
        erasures = ErasureStore(database, pseudonyms: pseudonyms)
        proofs = ProofStore(database)
        transactions = StoreTransactionStore(database)
        notifications = NotificationStore(database)
        consents = ConsentStore(database, pseudonyms: pseudonyms)
        questions = ConsumptionStore(database)
        unattributed = UnattributedStore(database)
        audit = AuditLog(database)
        sweeps = SweepStore(database)
        backlog = BacklogReader(database)
        wallets = WalletReader(database)
        keys = KeyStore(database)
        people = PeopleStore(database)
        auditReader = AuditReader(database)
    }
}
