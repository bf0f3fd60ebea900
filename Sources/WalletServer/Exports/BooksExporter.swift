package import Foundation
internal import Synchronization
package import WalletDomain
package import WalletLedger

/// Which days, and of what.
package struct BooksWish: Sendable {
    package enum Days: Hashable, Sendable {
        case month(BooksMonth)
        /// Days since 1970, both inside.
        case days(BooksPeriod)

        package var period: BooksPeriod {
            switch self {
            case .month(let month): month.period
            case .days(let period): period
            }
        }
    }

    package var days: Days
    package var environment: StoreEnvironment
    package var format: ReportFormat
    package var products: [BooksProduct]
    package var isDetailed: Bool

    package init(
        _ days: Days, environment: StoreEnvironment = .production, format: ReportFormat = .csv(.plain),
        products: [BooksProduct] = BooksProduct.all, isDetailed: Bool = false
    ) {
        self.days = days
        self.environment = environment
        self.format = format
        self.products = products
        self.isDetailed = isDetailed
    }
}

/// An export that is worked out as soon as somebody runs it.
package struct PreparedBooks: Sendable {
    package let order: BooksOrder
    package let inputs: BooksManifest.Inputs
    package let run: BooksRun
}

/// What a run of the books needs to know beside the database's address.
package struct BooksQuestion: Sendable {
    package let environment: StoreEnvironment
    package let extent: BooksExtent
    package let policy: BooksPolicy
    package let facts: any BooksFacts
    package let calendar: BooksCalendar
    package let days: BooksDays
    /// Nil: now.
    package let end: Instant?
    /// Nil: Apple told nothing, or the coins are the sandbox's.
    package let apple: AppleBooks?
}

/// From a wish to a run of the books: a closed period by what was frozen at its close, all else by the journal and the
/// settings as they are now.
package struct BooksExporter: Sendable {
    package enum Refusal: Error, Hashable, Sendable {
        /// The books' zone is not known on this machine.
        case unknownZone(String)
        /// A closed period holds production only.
        case closedIsProduction
    }

    private let settings: BooksSettingsStore
    private let periods: BooksPeriodStore
    private let apple: AppleBooksReader
    private let makeRun: @Sendable (BooksQuestion) -> BooksRun
    let gate = BooksGate()

    /// - Parameter makeRun: for long reads of the same database.
    package init(_ database: LedgerDatabase, makeRun: @escaping @Sendable (BooksQuestion) -> BooksRun) {
        settings = BooksSettingsStore(database)
        periods = BooksPeriodStore(database)
        apple = AppleBooksReader(database)
        self.makeRun = makeRun
    }

    package func prepare(_ wish: BooksWish) async throws -> PreparedBooks {
        let (told, history) = (try await settings.read(), try await periods.history())
        guard let zone = ExportZone(told.rules.zone) else { throw Refusal.unknownZone(told.rules.zone) }
        let moment = try await moment(of: wish, history)
        let scope = BooksScope(
            period: wish.days.period, accounts: Self.accounts(told, moment.at),
            periods: Self.periods(wish, history))
        let question = BooksQuestion(
            environment: wish.environment, extent: .cut(moment.cut), policy: told.rules.policy, facts: told,
            calendar: BooksCalendar(history.closes.filter { $0.lastDay <= wish.days.period.to }),
            days: zone.booksDays, end: moment.at,
            apple: try await appleBooks(
                wish.environment, history.settlementCalendar(through: wish.days.period.to), zone, moment.at))
        let isClosed = moment.freeze != nil
        return PreparedBooks(
            order: BooksOrder(
                scope: scope, policy: told.rules.policy, format: wish.format, products: wish.products,
                isDetailed: wish.isDetailed),
            inputs: BooksManifest.Inputs(
                environment: wish.environment, periodName: wish.days.name, zone: told.rules.zone, isClosed: isClosed,
                asOf: moment.at, cut: moment.cut.beats, settings: moment.freeze?.settings ?? told.version,
                filed: moment.freeze.map { Self.hexadecimal($0.digest) }),
            run: makeRun(question))
    }

    /// A period that somebody wants to close, by what the close would freeze. Client's account codes are left out: they
    /// may become known between this and the close.
    func prepare(_ closing: ClosingPeriod, products: [BooksProduct]) async throws -> PreparedBooks {
        guard let zone = ExportZone(closing.zone) else { throw Refusal.unknownZone(closing.zone) }
        let (now, policy) = (try await periods.time(), closing.settings.rules.policy)
        let calendar = try await periods.history().settlementCalendar()
        let question = BooksQuestion(
            environment: .production, extent: .cut(closing.cut), policy: policy, facts: closing.settings,
            calendar: BooksCalendar(closing.closes), days: zone.booksDays, end: now,
            apple: try await appleBooks(.production, calendar, zone, now))
        return PreparedBooks(
            order: BooksOrder(
                scope: BooksScope(period: closing.month.period), policy: policy, format: .csv(.plain),
                products: products),
            inputs: BooksManifest.Inputs(
                environment: .production, periodName: closing.month.text, zone: closing.zone, isClosed: false,
                asOf: now, cut: closing.cut.beats, settings: closing.settings.version),
            run: makeRun(question))
    }

    /// All that is there, by what is told now: what the check of the equations runs over.
    /// - Parameter zone: whose midnight ends a day; nil: the books' own.
    package func everything(_ environment: StoreEnvironment, zone: ExportZone? = nil) async throws -> BooksRun {
        let (told, history) = (try await settings.read(), try await periods.history())
        guard let zone = zone ?? ExportZone(told.rules.zone) else { throw Refusal.unknownZone(told.rules.zone) }
        let apple = try await appleBooks(
            environment, history.settlementCalendar(), zone, try await periods.time())
        return makeRun(
            BooksQuestion(
                environment: environment, extent: .everything, policy: told.rules.policy, facts: told,
                calendar: BooksCalendar(history.closes), days: zone.booksDays, end: nil, apple: apple))
    }

    /// What Apple had told at a moment. It reports real money only.
    private func appleBooks(
        _ environment: StoreEnvironment, _ calendar: SettlementCalendar, _ zone: ExportZone, _ moment: Instant
    ) async throws -> AppleBooks? {
        guard environment == .production else { return nil }
        guard let pacific = ExportZone(Self.appleZone) else { throw Refusal.unknownZone(Self.appleZone) }
        let (days, appleDays) = (zone.booksDays, pacific.booksDays)
        return try await apple.read(
            calendar, until: moment, day: { days.day(of: $0) }, appleDay: { appleDays.day(of: $0) })
    }

    /// Whose days Apple's reports are of. Source: App Store Connect, sales and trends (Pacific time).
    private static let appleZone = "America/Los_Angeles"

    /// Up to where the journal is read, and when what is told later is too late.
    private struct Moment {
        let at: Instant
        let cut: JournalCut
        let freeze: PeriodEvent.Freeze?
    }

    private func moment(of wish: BooksWish, _ history: PeriodHistory) async throws -> Moment {
        if case .month(let month) = wish.days, let close = history.close(of: month), let freeze = close.freeze {
            guard wish.environment == .production else { throw Refusal.closedIsProduction }
            return Moment(at: close.at, cut: JournalCut(beats: freeze.beats), freeze: freeze)
        }
        // The cut first: what it holds was recorded before the time that is read after it.
        let cut = try await periods.cut()
        return Moment(at: try await periods.time(), cut: cut, freeze: nil)
    }

    /// As they were known then.
    private static func accounts(_ told: BooksSettings, _ moment: Instant) -> [BooksAccount: String] {
        var codes: [BooksAccount: String] = [:]
        for account in BooksAccount.allCases {
            codes[account] = told.clientAccount(of: account, at: moment, known: moment)?.code
        }
        return codes
    }

    /// The closed ones until this one, and this one.
    private static func periods(_ wish: BooksWish, _ history: PeriodHistory) -> [BooksScope.PeriodFacts] {
        let months = Set(history.events.map(\.period)).sorted()
        var facts: [BooksScope.PeriodFacts] = []
        for month in months where month.firstDay <= wish.days.period.to {
            guard let close = history.close(of: month) else { continue }
            facts.append(
                BooksScope.PeriodFacts(
                    name: month.text, days: month.period, closedAt: close.at, closedBy: Int64(close.caller.number),
                    filedSHA256: close.freeze.map { hexadecimal($0.digest) }))
        }
        if case .month(let month) = wish.days, history.close(of: month) == nil {
            facts.append(BooksScope.PeriodFacts(name: month.text, days: month.period))
        }
        return facts
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Few at once for people who wait: each reads the whole journal.
final class BooksGate: Sendable {
    private let running = Mutex(0)

    func enter() -> Bool {
        running.withLock { running in
            guard running < Limits.booksExportsAtOnceMax else { return false }
            running += 1
            return true
        }
    }

    func leave() { running.withLock { $0 -= 1 } }
}

extension BooksWish.Days {
    var name: String? {
        switch self {
        case .month(let month): month.text
        case .days: nil
        }
    }
}

extension PreparedBooks {
    /// Runs the books and writes what the folder does not have yet. Blocks: for a thread of its own
    /// (`BooksRun.onThread`).
    /// - Returns: nil if everything was there.
    package func export(
        to folder: URL, onProgress: @escaping (_ done: Int64, _ of: Int64) -> Void,
        onFile: (BooksManifest.File) -> Void
    ) throws -> (files: [BooksManifest.File], manifestSHA256: String)? {
        var target = try BooksFolder(folder, order, inputs)
        guard let missing = target.missing else { return nil }
        target.removeSpool()
        defer { target.removeSpool() }
        var reports = BooksReports(missing, folder: target.spoolFolder)
        try run.tell(&reports, onProgress: onProgress)
        return try target.write(&reports, missing, onProgress: onFile)
    }

    /// Runs the books for the first product alone. Blocks, as `export`.
    /// - Parameter folder: for what does not fit into memory; whoever asks removes it after the last piece.
    package func files(spoolingIn folder: URL) throws -> [ExportedFile] {
        var reports = BooksReports(order, folder: folder)
        try run.tell(&reports)
        return try reports.files().flatMap { $0 }
    }
}
