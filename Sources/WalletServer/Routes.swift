internal import WalletLedger

/// Every call that is served. `docs/openapi.yaml` names the same (`TidyTests`).
struct Routes: Sendable {
    let stations: [Station]
    /// Pages for people; not calls of the API.
    let console: Console

    init(_ rooms: Rooms) {
        console = Console(rooms)
        stations =
            console.stations + Self.forApps(rooms) + Self.forCoins(rooms) + Self.forAdmins(rooms)
            + Self.forPeople(rooms) + Self.forCatalogue(rooms) + Self.forBooks(rooms)
            + Self.forAppleReports(rooms) + [
                Station(
                    guest: ReceiveNotification(
                        desk: NotificationDesk(rooms.inbox), notifications: rooms.inbox.notifications,
                        metrics: rooms.metrics, log: rooms.log), tasks: rooms.tasks),
                Station(ReportLiveness()),
                Station(ReportReadiness(isReady: rooms.isReady)),
                Station(ReportMetrics(text: { rooms.metrics.text(rooms.writer.counters) })),
            ]
    }

    private static func forCoins(_ rooms: Rooms) -> [Station] {
        let placeHold = PlaceCoinHold(lifeSecondsMax: rooms.holdLifeSecondsMax)
        let kinds = BulkKinds([
            BulkKind(SpendCoins()), BulkKind(GrantFreeCoins()), BulkKind(UndoCoinSpend()), BulkKind(placeHold),
            BulkKind(CaptureCoinHold()), BulkKind(ReleaseCoinHold()),
        ])
        return [
            Station(SpendCoins(), commands: rooms.commands),
            Station(UndoCoinSpend(), commands: rooms.commands),
            Station(GrantFreeCoins(), commands: rooms.commands),
            Station(placeHold, commands: rooms.commands),
            Station(CaptureCoinHold(), commands: rooms.commands),
            Station(ReleaseCoinHold(), commands: rooms.commands),
            Station(ReadHold(reader: rooms.wallets.reader, directory: rooms.directory), tasks: rooms.tasks),
            Station(
                BulkDesk(
                    kinds: kinds, commands: rooms.commands, limiter: rooms.limiter, metrics: rooms.metrics,
                    tasks: rooms.tasks)),
            Station(
                SubmitTopup(
                    topups: rooms.topups, orders: rooms.orderCheck, watch: rooms.watch,
                    canLookUp: !rooms.inbox.apple.apis.isEmpty), tasks: rooms.tasks),
            Station(
                ReadTopup(topups: rooms.topups, proofs: rooms.proofs, directory: rooms.directory), tasks: rooms.tasks),
            Station(ReadSpend(reader: rooms.wallets.reader, leads: rooms.leads), tasks: rooms.tasks),
        ]
    }

    private static func forApps(_ rooms: Rooms) -> [Station] {
        [
            Station(ListPacks(catalogue: rooms.catalogue, database: rooms.database), tasks: rooms.tasks),
            Station(ListItems(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(ReadItem(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(
                CreateOrder(catalogue: rooms.catalogue, orders: rooms.orders, wakePending: rooms.wakePending),
                tasks: rooms.tasks),
            Station(ReadOrder(catalogue: rooms.catalogue, orders: rooms.orders), tasks: rooms.tasks),
            Station(RegisterToken(tokens: rooms.tokens, wakePending: rooms.wakePending), tasks: rooms.tasks),
            Station(ReadWallet(wallets: rooms.wallets), tasks: rooms.tasks),
            Station(ListEntries(wallets: rooms.wallets), tasks: rooms.tasks),
            Station(StatementDesk(wallets: rooms.wallets, tasks: rooms.tasks)),
            Station(ListLots(wallets: rooms.wallets), tasks: rooms.tasks),
            Station(ReadLot(wallets: rooms.wallets, estates: rooms.leads.estates), tasks: rooms.tasks),
            Station(ListPurchases(wallets: rooms.wallets), tasks: rooms.tasks),
            Station(ListOwnerships(wallets: rooms.wallets), tasks: rooms.tasks),
            Station(ListHolds(wallets: rooms.wallets), tasks: rooms.tasks),
            Station(FollowEvents(reader: rooms.events), tasks: rooms.tasks),
        ]
    }

    private static func forCatalogue(_ rooms: Rooms) -> [Station] {
        [
            Station(ReadCatalogue(desk: rooms.shop), tasks: rooms.tasks),
            Station(file: ExportCatalogue(desk: rooms.shop), tasks: rooms.tasks),
            Station(EndPrice(desk: rooms.shop), tasks: rooms.tasks),
            Station(ListDrafts(desk: rooms.shop), tasks: rooms.tasks),
            Station(MakeDraft(desk: rooms.shop), tasks: rooms.tasks),
            Station(ReadDraft(desk: rooms.shop), tasks: rooms.tasks),
            Station(PutDraftItem(desk: rooms.shop), tasks: rooms.tasks),
            Station(CompareDraft(desk: rooms.shop), tasks: rooms.tasks),
            Station(ImportCatalogue(desk: rooms.shop), tasks: rooms.tasks),
            Station(RebaseDraft(desk: rooms.shop), tasks: rooms.tasks),
            Station(DiscardDraft(desk: rooms.shop), tasks: rooms.tasks),
            Station(PublishDraft(desk: rooms.shop), tasks: rooms.tasks),
            Station(ListPublications(desk: rooms.shop), tasks: rooms.tasks),
            Station(ReadPublication(desk: rooms.shop), tasks: rooms.tasks),
            Station(RollBackCatalogue(desk: rooms.shop), tasks: rooms.tasks),
        ]
    }

    /// Settings and periods of the books.
    private static func forBooks(_ rooms: Rooms) -> [Station] {
        let (books, periods) = (rooms.books, rooms.periods)
        return [
            Station(ReadBooksSettings(desk: books), tasks: rooms.tasks),
            Station(file: ExportBooksSettings(desk: books), tasks: rooms.tasks),
            Station(TellBooksSettings(desk: books), tasks: rooms.tasks),
            Station(ListUnpricedSales(desk: books), tasks: rooms.tasks),
            Station(ListBooksPeriods(desk: periods), tasks: rooms.tasks),
            Station(CloseBooksPeriod(desk: periods), tasks: rooms.tasks),
            Station(file: ReadPeriodFigures(desk: periods), tasks: rooms.tasks),
            Station(ReopenBooksPeriod(desk: periods), tasks: rooms.tasks),
            Station(ApproveReopening(desk: periods), tasks: rooms.tasks),
            Station(RejectReopening(desk: periods), tasks: rooms.tasks),
        ]
    }

    private static func forAdmins(_ rooms: Rooms) -> [Station] {
        [
            Station(ListAllPacks(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(ReadPack(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(PutPack(desk: rooms.shop, wakePending: rooms.wakePending), tasks: rooms.tasks),
            Station(ListAllItems(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(ReadAdminItem(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(PutItem(desk: rooms.shop), tasks: rooms.tasks),
            Station(AddPrice(desk: rooms.shop), tasks: rooms.tasks),
            Station(ListPrices(catalogue: rooms.catalogue), tasks: rooms.tasks),
            Station(SetTester(directory: rooms.directory), tasks: rooms.tasks),
            Station(PutConsent(consents: rooms.inbox.consents), tasks: rooms.tasks),
            Station(MergeUser(desk: rooms.merges), tasks: rooms.tasks),
            Station(EraseUser(desk: rooms.erasures), tasks: rooms.tasks),
            Station(ListUnattributed(unattributed: rooms.inbox.unattributed), tasks: rooms.tasks),
            Station(AssignUnattributed(rooms: rooms.inbox, directory: rooms.directory), tasks: rooms.tasks),
            Station(AskAboutPurchase(rooms: rooms.inbox), tasks: rooms.tasks),
        ] + forSupport(rooms) + forActs(rooms)
    }

    /// Support: what is looked up.
    private static func forSupport(_ rooms: Rooms) -> [Station] {
        let (reader, wallets) = (rooms.support.reader, rooms.wallets)
        return [
            Station(FindUsers(reader: reader), tasks: rooms.tasks),
            Station(ReadUser(support: reader, wallets: wallets), tasks: rooms.tasks),
            Station(ListSpends(wallets: wallets, support: reader), tasks: rooms.tasks),
            Station(ListProofs(wallets: wallets, support: reader), tasks: rooms.tasks),
            Station(ListWalletRefunds(wallets: wallets, support: reader), tasks: rooms.tasks),
            Station(ListWalletEvents(wallets: wallets, support: reader), tasks: rooms.tasks),
            Station(ListWalletActs(audit: rooms.support.audit, wallets: wallets), tasks: rooms.tasks),
            Station(SearchRefunds(reader: reader, wallets: wallets), tasks: rooms.tasks),
            Station(ListProducts(products: rooms.support.products), tasks: rooms.tasks),
            Station(ListActApprovals(approvals: rooms.support.approvals), tasks: rooms.tasks),
            Station(ReadApproval(approvals: rooms.support.approvals), tasks: rooms.tasks),
        ]
    }

    /// Support: what is done by hand.
    private static func forActs(_ rooms: Rooms) -> [Station] {
        let desk = rooms.support.acts
        return [
            Station(AdjustWalletCoins(desk: desk), tasks: rooms.tasks),
            Station(ForfeitWalletCoins(desk: desk), tasks: rooms.tasks),
            Station(GrantWalletCoins(desk: desk), tasks: rooms.tasks),
            Station(WriteOffWalletDebt(desk: desk, wallets: rooms.wallets), tasks: rooms.tasks),
            Station(ApproveAct(desk: desk), tasks: rooms.tasks),
            Station(RejectAct(desk: desk), tasks: rooms.tasks),
            Station(
                FreezeUserWallet(directory: rooms.directory, writer: rooms.writer, leads: rooms.leads),
                tasks: rooms.tasks),
            Station(
                RetryProof(topups: rooms.topups, proofs: rooms.proofs, directory: rooms.directory), tasks: rooms.tasks),
            Station(
                MoveToken(tokens: rooms.tokens, directory: rooms.directory, wakePending: rooms.wakePending),
                tasks: rooms.tasks),
            Station(
                MarkProduct(products: rooms.support.products, wakePending: rooms.wakePending), tasks: rooms.tasks),
            Station(AddUserNote(audit: rooms.support.audit, directory: rooms.directory), tasks: rooms.tasks),
        ]
    }

    /// What Apple reports and pays, and the journal for data warehouses.
    private static func forAppleReports(_ rooms: Rooms) -> [Station] {
        let desk = AppleReportDesk(rooms.database)
        return [
            Station(ImportAppleReport(desk: desk), tasks: rooms.tasks),
            Station(ListAppleReports(reports: desk.reports), tasks: rooms.tasks),
            Station(TellApplePayment(payments: desk.payments), tasks: rooms.tasks),
            Station(ListApplePayments(payments: desk.payments), tasks: rooms.tasks),
            Station(ReadFiscalYear(years: desk.years), tasks: rooms.tasks),
            Station(CorrectFiscalYears(years: desk.years), tasks: rooms.tasks),
            Station(file: ReadFeed(reader: rooms.events), tasks: rooms.tasks),
        ]
    }

    /// People, keys and the audit log.
    private static func forPeople(_ rooms: Rooms) -> [Station] {
        let people = rooms.people
        return [
            Station(ListPeople(people: people.people.people), tasks: rooms.tasks),
            Station(ListAPIKeys(keys: people.keys), tasks: rooms.tasks),
            Station(CreateAPIKey(keys: people.keys, now: people.now), tasks: rooms.tasks),
            Station(RotateAPIKey(keys: people.keys), tasks: rooms.tasks),
            Station(RevokeAPIKey(keys: people.keys), tasks: rooms.tasks),
            Station(ListAudit(audit: people.audit, directory: rooms.directory), tasks: rooms.tasks),
            Station(
                file: AuditExportDesk(audit: people.audit, directory: rooms.directory, tasks: rooms.tasks),
                tasks: rooms.tasks),
            Station(file: ExportReport(exporter: rooms.reports, tasks: rooms.tasks), tasks: rooms.tasks),
        ]
    }
}
