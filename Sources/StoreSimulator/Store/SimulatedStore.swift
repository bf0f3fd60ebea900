internal import Foundation
internal import Synchronization

/// The stand-in App Store: sells, refunds and asks, and signs what it says. Usable in a process without any socket;
/// `StoreServers` puts it on the network.
package final class SimulatedStore: Sendable {
    package let settings: SimulatorSettings
    package let authority: TestAuthority
    package let apiKey: SimulatedAPIKey
    package let faults: FaultPlan
    private let state: Mutex<State>
    /// Rung when a message waits to be sent.
    let bell = DeliveryBell()

    private struct State: Sendable {
        var book: StoreBook
        let journal: StoreJournal?
    }

    /// Opens the store that `settings.folder` keeps, or a new one.
    package init(_ settings: SimulatorSettings = SimulatorSettings()) throws {
        self.settings = settings
        var book = StoreBook()
        if let folder = settings.folder {
            let (journal, events) = try StoreJournal.open(in: folder)
            for event in events { book.apply(event) }
            authority = try settings.authority ?? TestAuthority.loadOrCreate(in: folder)
            apiKey = try settings.apiKey ?? SimulatedAPIKey.loadOrCreate(in: folder)
            state = Mutex(State(book: book, journal: journal))
        } else {
            authority = try settings.authority ?? TestAuthority.create()
            apiKey = try settings.apiKey ?? SimulatedAPIKey.create()
            state = Mutex(State(book: book, journal: nil))
        }
        faults = FaultPlan(lastID: book.lastFaultID, nowMs: settings.nowMs)
        try begin()
        faults.tell { [weak self] change in self?.note(change) }
    }

    /// Addresses are those of the settings, and no fault is on: what the journal says otherwise is over.
    private func begin() throws {
        try write { book in
            let opened: [StoreChange] =
                book.lastNumber == 0
                ? [.opened(idBase: Int64.random(in: 0..<Self.idBaseMax) * Self.idsPerBase)] : []
            let moved = SimulatedEnvironment.allCases.filter {
                book.notificationURLs[$0] != settings.notificationURLs[$0]
            }
            return opened + book.faultIDs.sorted().map { .faultOff(id: $0, hits: nil) }
                + moved.map { .notificationURLSet(environment: $0, url: settings.notificationURLs[$0]) }
        }
    }

    /// Notes what has happened already.
    private func note(_ change: StoreChange) {
        // A journal that cannot be written any more says so to whoever buys next.
        _ = try? write { _ in [change] }
    }

    private static let idBaseMax: Int64 = 1_000_000_000
    private static let idsPerBase: Int64 = 100_000

    /// Looks at the state.
    func read<Result>(_ body: (StoreBook) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0.book) }
    }

    /// Decides on changes and makes them, all under one lock. Changes share one time.
    @discardableResult
    func write(_ decide: (StoreBook) throws -> [StoreChange]) throws -> StoreBook.Moment {
        let moment = try state.withLock { state in
            let changes = try decide(state.book)
            let atMs = state.book.nextEventMs(nowMs: settings.nowMs())
            for change in changes {
                let event = StoreEvent(number: state.book.lastNumber + 1, atMs: atMs, change: change)
                try state.journal?.append(event)
                state.book.apply(event)
            }
            return StoreBook.Moment(atMs: atMs, hasMail: !state.book.waitingNotificationIDs.isEmpty)
        }
        if moment.hasMail { bell.ring() }
        return moment
    }

    /// The time to put under a signature over today's state.
    func signatureMs() -> Int64 {
        state.withLock { $0.book.nextSignatureMs(nowMs: settings.nowMs()) }
    }

    /// Where messages go from now on; nil is nowhere. Those that were made before go there too.
    package func setNotificationURL(_ url: String?, for environment: SimulatedEnvironment) {
        // A journal that cannot be written any more says so to whoever buys next.
        _ = try? write { book in
            book.notificationURLs[environment] == url ? [] : [.notificationURLSet(environment: environment, url: url)]
        }
        bell.ring()
    }

    package var notificationURLs: [SimulatedEnvironment: String] { read(\.notificationURLs) }

    package func product(_ id: String) -> SimulatedProduct? { settings.products.first { $0.id == id } }

    // What it knows.

    package func purchase(_ transactionID: String) -> SimulatedPurchase? { read { $0.purchases[transactionID] } }

    /// Every purchase, the oldest first: the list that any ledger must agree with.
    package var purchases: [SimulatedPurchase] {
        read { book in book.transactionIDs.compactMap { book.purchases[$0] } }
    }

    /// Every message, the oldest first.
    package var notifications: [SimulatedNotification] {
        read { book in book.notificationIDs.compactMap { book.notifications[$0] } }
    }

    package func notification(_ id: String) -> SimulatedNotification? { read { $0.notifications[id] } }

    /// Everything that happened, in order; messages and their attempts are in `notifications`.
    package var events: [StoreEvent] { events(newest: .max) }

    func events(newest count: Int) -> [StoreEvent] { read { Array($0.events.suffix(count)) } }
}

extension StoreBook {
    /// What a write tells the one who wrote.
    struct Moment: Sendable {
        let atMs: Int64
        let hasMail: Bool
    }
}
