internal import WalletDomain
internal import WalletLedger

/// What a process does besides answering: it keeps its lists fresh and looks at what waits.
struct Jobs: Sendable {
    private let rooms: Rooms
    private let keys: KeyRing
    private let keyStore: KeyStore
    private let settle: SettlePendingTopups
    private let inbox: InboxJobs
    private let expire: ExpireWallets
    private let finish: FinishUsers

    init(_ rooms: Rooms, keys: KeyRing, keyStore: KeyStore, caller: CallerID) {
        self.rooms = rooms
        self.keys = keys
        self.keyStore = keyStore
        settle = SettlePendingTopups(rooms, caller: caller)
        inbox = InboxJobs(rooms.inbox, caller: caller)
        expire = ExpireWallets(rooms, caller: caller)
        finish = FinishUsers(rooms)
    }

    /// Whoever starts them cancels them.
    func start() -> [Task<Void, Never>] {
        [
            Task { [rooms] in await rooms.directory.keepFresh() },
            Task {
                await repeating(everyMs: Limits.listRefreshMs) {
                    keys.replace(with: try await keyStore.loadAll())
                    return false
                }
            },
            Task {
                await repeating(everyMs: Limits.keyUseMs) {
                    try await NoteKeys(ring: keys, store: keyStore, now: rooms.people.now).run()
                    return false
                }
            },
            Task {
                await repeating(everyMs: Limits.pendingLookMs) { try await InboxJobs.isFull(settle.run()) }
            },
            Task { [rooms] in
                await repeating(everyMs: Limits.sealLookMs) {
                    try await SealJournal(sealer: Sealer(rooms.database)).run()
                }
            },
            Task { await repeating(everyMs: Limits.dueLookMs) { try await expire.run() } },
            Task { await repeating(everyMs: Limits.jobLookMs) { try await finish.run() } },
            Task { [acts = rooms.support.acts] in
                await repeating(everyMs: Limits.jobLookMs) { try await InboxJobs.isFull(acts.finish()) }
            },
        ] + inbox.all.map { job in Task { await repeating(everyMs: job.everyMs, job.run) } }
    }

    private func repeating(everyMs: Int, _ work: () async throws -> Bool) async {
        await Beat(everyMs: everyMs, onTrouble: { rooms.log.add(LogEvent(.error, "a job does not get on")) }).run(work)
    }
}
