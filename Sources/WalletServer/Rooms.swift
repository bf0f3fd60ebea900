internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Everything that endpoints and jobs are made of, wired once.
struct Rooms: Sendable {
    let directory: Directory
    let writer: Writer
    let catalogue: Catalogue
    let shop: CatalogueDesk
    let database: LedgerDatabase
    let tokens: TokenStore
    let orders: OrderStore
    let proofs: ProofStore
    let wallets: WalletReads
    let events: EventReader
    let reports: BooksExporter
    let news: PurchaseNews
    let topups: TopupService
    let inbox: InboxRooms
    let commands: CommandStreet
    let leads: WalletLeads
    let merges: MergeDesk
    let erasures: ErasureDesk
    let people: PeopleRooms
    let support: SupportRooms
    let books: BooksDesk
    let periods: PeriodDesk
    let limiter: RateLimiter
    let holdLifeSecondsMax: Int64
    let metrics: Metrics
    let log: ServiceLog
    let tasks = RunningTasks()
    let isReady: @Sendable () -> Bool
    // Console
    let consoleZone: ConsoleZone
    let isDevelopment: Bool

    init(_ ledger: LedgerParts, _ settings: ServiceSettings, log: ServiceLog, isReady: @escaping @Sendable () -> Bool) {
        metrics = Metrics()
        holdLifeSecondsMax = settings.holdLifeSecondsMax
        self.log = log
        limiter = RateLimiter(settings.rates, metrics: metrics)
        self.isReady = isReady
        // One that the shop knows is known here too.
        consoleZone = ConsoleZone(settings.shopZone.identifier) ?? .utc
        isDevelopment = settings.isDevelopment
        directory = ledger.directory
        writer = ledger.writer
        catalogue = ledger.catalogue
        shop = CatalogueDesk(
            catalogue: ledger.catalogue, zone: settings.shopZone, percentMax: settings.priceChangePercentMax)
        database = ledger.database
        tokens = ledger.tokens
        orders = ledger.orders
        proofs = ledger.proofs
        wallets = WalletReads(directory: ledger.directory, reader: ledger.wallets)
        events = EventReader(ledger.database)
        reports = ledger.reports
        leads = WalletLeads(ledger, policy: settings.refunds)
        merges = MergeDesk(merges: ledger.merges, leads: leads, reader: ledger.wallets, writer: ledger.writer)
        erasures = ErasureDesk(erasures: ledger.erasures, merges: merges, writer: ledger.writer)
        support = SupportRooms(ledger, settings, leads: leads, metrics: metrics)
        books = BooksDesk(ledger.database)
        periods = PeriodDesk(
            ledger.database, checks: [.equations(ledger.reports)], figures: .reports(ledger.reports))
        commands = CommandStreet(
            directory: ledger.directory, writer: ledger.writer, leads: leads, metrics: metrics, tasks: tasks)
        news = PurchaseNews(
            transactions: ledger.transactions, writer: ledger.writer, leads: leads, policy: settings.refunds,
            ownership: settings.refundOwnership)
        people = PeopleRooms(ledger, settings, log: log)
        let judge = EvidenceJudge(
            proofs: ProofVerifier(settings.appStore), notifications: NotificationVerifier(settings.appStore),
            apple: settings.apple, metrics: metrics, now: settings.now)
        topups = TopupService(
            judge: judge, catalogue: ledger.catalogue, products: ledger.products, tokens: ledger.tokens,
            directory: ledger.directory, proofs: ledger.proofs,
            crediting: PurchaseCrediting(
                directory: ledger.directory, writer: ledger.writer, news: news, leads: leads, metrics: metrics),
            policy: settings.sandbox, now: settings.now)
        inbox = InboxRooms(ledger, settings, topups: topups, metrics: metrics, log: log)
    }

    var orderCheck: OrderCheck { OrderCheck(orders: orders) }
    var watch: TopupWatch { TopupWatch(log: log, metrics: metrics) }

    /// What waits is looked at within a second instead of at its next turn.
    var wakePending: @Sendable () async -> Void {
        { [proofs, log] in
            do throws(WalletError) {
                try await proofs.wake()
            } catch {
                log.add(LogEvent(.warning, "pending top-ups were not woken"))
            }
        }
    }
}
