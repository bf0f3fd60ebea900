internal import WalletDomain
internal import WalletLedger

/// Every page and every form of the console.
struct Console: Sendable {
    let door: PageDoor
    /// Each address with who may go there: what the generated test goes through.
    let places: [Place]

    struct Place: Sendable {
        let route: PageRoute
        let station: Station
    }

    var stations: [Station] { places.map(\.station) }

    init(_ rooms: Rooms) {
        let door = PageDoor(
            sessions: rooms.people.sessions, csrf: rooms.people.csrf, zone: rooms.consoleZone,
            isDevelopment: rooms.isDevelopment,
            limiter: rooms.limiter, tasks: rooms.tasks, refusals: rooms.people.refusals,
            approvals: rooms.support.approvals, now: rooms.inbox.now)
        self.door = door
        places =
            [Assets.place] + Self.access(rooms, door) + Self.users(rooms, door) + Self.acts(rooms, door)
            + Self.purchases(rooms, door) + Self.approvals(rooms, door) + Self.catalogue(rooms, door)
            + Self.drafts(rooms, door) + Self.books(rooms, door) + Self.appleBooks(rooms, door)
            + Self.administration(rooms, door)
            + Self.exports(rooms, door)
    }

    private static func access(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let sessions = rooms.people.sessions
        let reports = ReportReader(rooms.database, atOnceMax: ConsoleLimits.reportsMax)
        return [
            door.place(LogInPage()), door.place(LogIn(sessions: sessions)),
            door.place(LogOut(sessions: sessions)), door.place(StepUpPage()),
            door.place(StepUp(sessions: sessions)), door.place(InvitationPage()),
            door.place(AcceptInvitation(sessions: sessions)), door.place(ConfirmEnrolment(sessions: sessions)),
            door.place(ChooseLanguage(sessions: sessions)), door.place(OverviewPage(reports: reports)),
            door.place(JournalPage(reports: reports)), door.place(ReportsPage()),
            door.place(ReportFile(exporter: rooms.reports, tasks: rooms.tasks)),
        ]
    }

    private static func users(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let (wallets, support) = (rooms.wallets, rooms.support.reader)
        return [
            door.place(UsersPage(wallets: wallets, reader: support)), door.place(userPage(rooms)),
            door.place(UserEntriesPage(wallets: wallets)), door.place(UserLotsPage(wallets: wallets)),
            door.place(UserPurchasesPage(wallets: wallets)), door.place(UserHoldsPage(wallets: wallets)),
            door.place(UserOwnershipsPage(wallets: wallets)),
            door.place(UserRefundsPage(wallets: wallets, support: support)),
            door.place(UserProofsPage(wallets: wallets, support: support)),
            door.place(UserEventsPage(wallets: wallets, support: support)),
            door.place(LotPage(wallets: wallets, estates: rooms.leads.estates)),
            door.place(SpendPage(reader: wallets.reader, leads: rooms.leads, directory: rooms.directory)),
        ]
    }

    private static func userPage(_ rooms: Rooms) -> UserPage {
        UserPage(wallets: rooms.wallets, directory: rooms.directory, audit: rooms.support.audit)
    }

    /// What support does by hand about a user.
    private static func acts(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let (page, desk) = (userPage(rooms), rooms.support.acts)
        let acts = UserActsPage(wallets: rooms.wallets, audit: rooms.support.audit)
        let tokens = UserTokensPage(wallets: rooms.wallets, support: rooms.support.reader)
        return [
            door.place(GrantByHand(desk: desk, page: page)),
            door.place(WriteOffByHand(desk: desk, page: page)),
            door.place(AdjustByHand(desk: desk, zone: rooms.shop.zone, page: page)),
            door.place(ForfeitByHand(desk: desk, page: page)),
            door.place(FreezeByHand(writer: rooms.writer, leads: rooms.leads, page: page)),
            door.place(SetTesterByHand(page: page)),
            door.place(acts), door.place(WriteNote(directory: rooms.directory, page: acts)),
            door.place(tokens),
            door.place(GiveToken(tokens: rooms.tokens, wakePending: rooms.wakePending, page: tokens)),
        ]
    }

    private static func purchases(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let purchase = PurchasePage(rooms: rooms.inbox, directory: rooms.directory)
        let proof = ProofPage(topups: rooms.topups, proofs: rooms.proofs, directory: rooms.directory)
        let products = ProductsPage(products: rooms.support.products)
        return [
            door.place(UnattributedPage(unattributed: rooms.inbox.unattributed)),
            door.place(AssignPurchase(rooms: rooms.inbox, directory: rooms.directory, page: purchase)),
            door.place(purchase), door.place(AskApple(page: purchase)),
            door.place(proof), door.place(LookAtProofAgain(page: proof)),
            door.place(RefundsPage(reader: rooms.support.reader, wallets: rooms.wallets, rooms: rooms.inbox)),
            door.place(products), door.place(MarkByHand(wakePending: rooms.wakePending, page: products)),
        ]
    }

    private static func approvals(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let page = ApprovalPage(approvals: rooms.support.approvals, wallets: rooms.wallets)
        return [
            door.place(ApprovalsPage(approvals: rooms.support.approvals)), door.place(page),
            door.place(ApproveByHand(desk: rooms.support.acts, page: page)),
            door.place(RejectByHand(desk: rooms.support.acts, page: page)),
        ]
    }

    private static func exports(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let audit = AuditExportDesk(audit: rooms.people.audit, directory: rooms.directory, tasks: rooms.tasks)
        return [
            door.place(ExportsPage()),
            door.place(JournalFile(desk: JournalDesk(rooms, atOnceMax: ConsoleLimits.exportsMax))),
            door.place(AuditFile(desk: audit)),
        ]
    }

    private static func catalogue(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let catalogue = rooms.catalogue
        return [
            door.place(ItemsPage(catalogue: catalogue)), door.place(NewItemPage()),
            door.place(CreateItem(desk: rooms.shop)), door.place(ItemPage(catalogue: catalogue)),
            door.place(SaveItem(desk: rooms.shop)), door.place(AddItemPrice(desk: rooms.shop)),
            door.place(EndItemPrice(desk: rooms.shop)),
            door.place(PacksPage(catalogue: catalogue)), door.place(NewPackPage()),
            door.place(CreatePack(desk: rooms.shop, wakePending: rooms.wakePending)),
            door.place(PackPage(catalogue: catalogue)),
            door.place(SavePack(desk: rooms.shop, wakePending: rooms.wakePending)),
        ]
    }

    private static func books(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let (books, periods) = (BooksPage(desk: rooms.books), PeriodsPage(desk: rooms.periods))
        return [
            door.place(books), door.place(TellBooks(page: books)), door.place(BooksSheetFile(desk: rooms.books)),
            door.place(UnpricedPage(desk: rooms.books)), door.place(periods),
            door.place(ClosePeriodByHand(page: periods)), door.place(ReopenPeriodByHand(page: periods)),
            door.place(ApproveReopeningByHand(page: periods)), door.place(RejectReopeningByHand(page: periods)),
        ]
    }

    /// What Apple reports and pays.
    private static func appleBooks(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let desk = AppleReportDesk(rooms.database)
        let (reports, payments) = (AppleBooksPage(desk: desk), AppleBooksPaymentsPage(desk: desk))
        let years = AppleBooksYearsPage(desk: desk)
        return [
            door.place(reports), door.place(AppleBooksTakeReport(page: reports)), door.place(payments),
            door.place(AppleBooksTellPayment(page: payments)), door.place(years),
            door.place(AppleBooksCorrectYears(page: years)),
        ]
    }

    private static func administration(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let (sessions, people) = (rooms.people.sessions, rooms.people.people)
        return [
            door.place(AccountPage(sessions: sessions)), door.place(ChangePassword(sessions: sessions)),
            door.place(RenewRecoveryCodes(sessions: sessions)), door.place(EndSession(sessions: sessions)),
            door.place(BeginNewApp(sessions: sessions)), door.place(ConfirmNewApp(sessions: sessions)),
            door.place(PeoplePage(people: people)), door.place(InvitePerson(people: people)),
            door.place(PersonPage(people: people)), door.place(WithdrawInvitation(people: people)),
            door.place(DisablePerson(people: people)), door.place(EnablePerson(people: people)),
            door.place(ChangeRole(people: people)), door.place(ResetFactors(people: people)),
            door.place(AuditPage(audit: rooms.people.audit, directory: rooms.directory)),
        ] + keys(rooms, door)
    }

    private static func keys(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let page = KeysPage(keys: rooms.people.keys, zone: rooms.shop.zone, now: rooms.people.now)
        return [
            door.place(page), door.place(CreateKey(page: page)), door.place(RotateKey(page: page)),
            door.place(RevokeKey(page: page)),
        ]
    }

    private static func drafts(_ rooms: Rooms, _ door: PageDoor) -> [Place] {
        let desk = rooms.shop
        let page = DraftPage(desk: desk)
        return [
            door.place(DraftsPage(desk: desk)), door.place(CreateDraft(desk: desk)), door.place(page),
            door.place(PutIntoDraft(page: page)), door.place(ImportIntoDraft(page: page)),
            door.place(PublishByHand(page: page)), door.place(CloseDraft(page: page)),
            door.place(TakeUpDraft(page: page)), door.place(CatalogueFile(desk: desk)),
            door.place(PublicationsPage(desk: desk)), door.place(PublicationPage(desk: desk)),
            door.place(RollBack(page: PublicationPage(desk: desk))),
        ]
    }
}
