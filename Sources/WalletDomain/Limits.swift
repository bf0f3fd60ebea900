/// Every bound of the product in one place: unit in the name, default here, reason beside it.
package enum Limits {
    // Values
    package static let userIDBytesMax = 128
    package static let idempotencyKeyBytesMax = 128
    package static let nameBytesMax = 128
    /// App Store Connect takes no longer product ids.
    package static let productIDBytesMax = 100
    package static let noteBytesMax = 2_000
    /// Apple's sheet sells at most ten of a consumable at once.
    package static let purchaseQuantityMax = 10
    package static let spendQuantityMax = 1_000
    package static let transactionIDBytesMax = 64

    // Undo
    /// Undos of one spend: each sums up those before it.
    package static let undosMax = 1_000
    /// Spends that a refund looks at to take back what its coins bought.
    package static let revocableSpendsMax = 100

    // Holds
    /// The longest life of a hold by default, and what the setting may say.
    package static let holdLifeSecondsDefault: Int64 = 7 * 24 * 3_600
    package static let holdLifeSecondsMax: Int64 = 90 * 24 * 3_600
    /// Open ones of one wallet: each command on it reads them all.
    package static let openHoldsMax = 100
    /// Wallets of which a process lets go what is due, at once and how often it looks.
    package static let dueWalletsMax = 128
    package static let dueLookMs = 1_000

    // Merge and erasure
    /// Lots of a wallet that is merged: each is an entry of one batch.
    package static let mergeLotsMax = 2_000
    /// How many merges may lie between a user and the account at the end of the chain: each is a look-up.
    package static let mergeDepthMax = 16
    /// How often a merge is planned anew, since both users went on meanwhile.
    package static let mergeRoundsMax = 4
    /// A secret for pseudonyms has so many bytes at least.
    package static let pseudonymKeyBytesMin = 32

    // Support
    /// Coins that one person adjusts alone in one wallet within the window, by default and at most.
    package static let adjustCoinsDefault: Int64 = 1_000
    package static let adjustCoinsMax: Int64 = 1_000_000_000
    /// In all wallets together so many times as much.
    package static let aloneWalletsFactor: Int64 = 10
    package static let aloneWindowMs: Int64 = 24 * 3_600_000
    /// What nobody decided about by then is over.
    package static let approvalLifeMs: Int64 = 7 * 24 * 3_600_000
    /// Tokens of a user, and users merged into it, that a look at the user lists.
    package static let userTokensShown = 100
    package static let userMergesShown = 100
    /// What a count in a look at a user counts up to.
    package static let countedMax = 1_000
    /// Entries of a wallet that a page of its spends looks at.
    package static let spendEntriesScannedMax: Int64 = 20_000

    // Proofs
    /// The largest genuine token seen is 18 KB; junk stops before any parsing.
    package static let signedTransactionBytesMax = 32 * 1024
    package static let receiptBytesMax = 3 * 1024 * 1024
    package static let receiptEntriesMax = 10_000
    /// Purchases of one proof that are credited together; the rest of a long receipt follows.
    package static let creditsAtOnceMax = 32
    /// When a pending proof is looked at again: first, at most, and how often a process looks for due ones.
    package static let firstRetryMs: Int64 = 10_000
    package static let retryMsMax: Int64 = 6 * 3_600 * 1_000
    package static let pendingLookMs = 1_000
    /// How far ahead of our clock Apple's signing time may lie.
    package static let signedAheadMs: Int64 = 5 * 60 * 1_000
    package static let receiptAheadMs: Int64 = 24 * 3_600 * 1_000
    package static let verifiedChainsMax = 32
    /// How many threads can verify with one cached key at the same moment; more wait for a microsecond or fifty.
    package static let verifySlots = 8

    // Apple
    /// Twelve times the largest genuine notification seen; a summary or a long renewal fits too.
    package static let notificationBytesMax = 256 * 1024
    /// Transaction ids that one V1 notification may make us ask about.
    package static let legacyTransactionsMax = 100
    /// A caller who waits for Apple waits no longer; the rest is done in the background.
    package static let appleTimeoutMs = 8_000
    package static let appleConnectTimeoutMs = 3_000
    /// Calls to Apple at once, those that wait for their turn included; one more is told to come later.
    package static let appleCallsMax = 32
    /// The answer about a long receipt is many times its size.
    package static let appleAnswerBytesMax = 16 * 1024 * 1024
    /// The sandbox takes so many times fewer calls.
    package static let appleSandboxDivisor: Int64 = 10
    /// How long a call may wait for its turn under Apple's limits, before it is told to come later.
    package static let applePaceWaitMsMax: Int64 = 2_000
    /// Failures in a row after which Apple is left alone, and for how long: first, and at most.
    package static let appleFailuresMax = 5
    package static let applePauseMs: Int64 = 2_000
    package static let applePauseMsMax: Int64 = 60_000
    /// What a 429 may make us wait, whatever its `Retry-After` says, and what it means without one.
    package static let appleRetryAfterMs: ClosedRange<Int64> = 1_000...3_600_000
    package static let appleRetryAfterMsDefault: Int64 = 10_000
    /// A token says that it was made this long ago and lives this long; a new one is made after the third. Clocks that
    /// differ by less than the first do no harm (Apple allows 60 minutes, some of its systems 20).
    package static let appleTokenBackdatedSeconds: Int64 = 60
    package static let appleTokenLifeSeconds: Int64 = 900
    package static let appleTokenRenewedMs: Int64 = 300_000
    /// How far our clock may be from Apple's before somebody is told.
    package static let appleClockSkewMsMax: Int64 = 30_000
    /// How often a receipt that Apple calls malformed is shown again: the same status means "for the moment".
    package static let malformedReceiptTriesMax = 3

    // What Apple tells, what is asked again
    /// How many waiting things a process takes up at once, and how many of them are on their way together.
    package static let jobRowsMax = 32
    package static let jobsAtOnceMax = 8
    /// Whoever took something up and died leaves it to others after this: longer than all calls to Apple for it.
    package static let jobLeaseMs: Int64 = 60_000
    package static let jobLookMs = 1_000
    /// A caller of a top-up waits for Apple no longer than this; then it is kept and answered 202.
    package static let topupAppleWaitMs = 6_000
    /// How long a transaction id that Apple does not know is asked about again (case S-2).
    package static let unknownTransactionMs: Int64 = 3_600_000
    /// What waits longer than this is told to operators: once a look, at most each `agedAlertMs`.
    package static let agedProofMs: Int64 = 24 * 3_600_000
    package static let agedAlertMs: Int64 = 3_600_000
    /// Apple's: an answer about consumption is worth something for so long after the question was signed.
    package static let consumptionDeadlineMs: Int64 = 12 * 3_600_000
    /// The last try lies so long before the deadline.
    package static let consumptionRetryMsMax: Int64 = 900_000
    /// Notifications are asked for again from a little before the last sweep's end, since histories lag behind.
    package static let sweepOverlapMs: Int64 = 600_000
    package static let sweepEveryMs: Int64 = 3_600_000
    package static let sweepPagesMax = 50
    /// How far back Apple's notification history goes, a day less than it says.
    package static let productionHistoryMs: Int64 = 179 * 24 * 3_600_000
    package static let sandboxHistoryMs: Int64 = 29 * 24 * 3_600_000
    /// An order that is still open after the first is looked for in Apple's history, until the second.
    package static let openOrderMs: Int64 = 900_000
    package static let openOrderMsMax: Int64 = 7 * 24 * 3_600_000
    package static let openOrdersMax = 500
    package static let openOrdersLookMs = 300_000
    /// Histories a second that the walk for missed refunds asks for. Apple allows 50 (in the sandbox a tenth of all),
    /// and asks about open orders count as well.
    package static let refundWalkPaceDefault = 20
    package static let refundWalkPaceMax = 40
    /// A step of the walk takes so long at that pace, and ends after the second, however slow Apple is: well before the
    /// lease's end.
    package static let refundWalkStepMs: Int64 = 5_000
    package static let refundWalkStepMsMax: Int64 = 30_000
    /// The newest purchases of one wallet: each is at most a question of its own.
    package static let refundWalkPurchasesMax = 1_000
    /// So often Apple may fail about one wallet before the walk goes on without it, until the next round.
    package static let refundWalkTriesMax = 10
    /// The next round begins so long after a round's end.
    package static let refundRoundMs: Int64 = 24 * 3_600_000
    package static let backlogLookMs = 5_000

    // HTTP
    package static let bodyBytesMax = 64 * 1024
    package static let topupBodyBytesMax = 3 * 1024 * 1024
    package static let headBytesMax = 16 * 1024
    package static let headersMax = 100
    package static let connectionsMax = 4_096
    package static let requestsInFlightMax = 1_024
    package static let headTimeoutMs = 10_000
    package static let bodyTimeoutMs = 30_000
    package static let jsonDepthMax = 16
    package static let keyBytesMax = 128
    /// What a client that is sent away is told to wait.
    package static let retryAfterSeconds = 1...3
    /// How long an app's back end may show a price list without asking again.
    package static let catalogueAgeSeconds: Int64 = 5
    /// Lines of the access log that wait for a slow disk; beyond, they are dropped and counted.
    package static let logLinesMax = 16_384
    package static let logFlushMs = 25
    package static let pageRowsMax = 500
    package static let pageRowsDefault = 50
    /// Entries of a wallet that a page about one of its lots looks at.
    package static let lotUseEntriesMax: Int64 = 20_000
    /// Entries that one call for events with a filter looks at: a rare kind is looked for over several calls.
    package static let eventRowsScannedMax = 2_000
    /// Some eight bytes a lane.
    package static let eventCursorBytesMax = 12 * 1024

    // Pressure
    /// Token buckets of one kind that a process keeps, some 20 bytes each.
    package static let rateBucketsMax = 200_000
    package static let keyRateMax = 100_000
    package static let userRateMax = 60_000
    /// A lane is behind if the oldest that waits has waited for longer than the first, and overloaded if it stays so
    /// for the second: then only what can still be done before its deadline is let in.
    package static let queueSlowMs = 200
    package static let queueOverloadMs = 1_000
    /// Places in each batch for every class of commands that waits, however much of a higher class does.
    package static let batchReservedPlaces = 16
    package static let bulkLinesMax = 1_000
    package static let bulkBodyBytesMax = 4 * 1024 * 1024
    /// Bulks at once in a process; one more is told to come later.
    package static let bulksMax = 8
    /// Lines of one bulk that are on their way: handed over, and not yet read by the client.
    package static let bulkWindow = 256
    package static let bulkLineWaitMs = 10_000
    /// How soon a bulk asks again for a wallet that a busy database did not tell.
    package static let bulkLookAgainMs = 100
    /// Whoever takes longer to read a bulk's answer than this is cut off.
    package static let bulkMs = 120_000

    // Writer
    /// By default a lane a core, up to this: while one commits, the others decide and answer.
    package static let lanesDefaultMax = 8
    package static let lanesMax = 64
    package static let batchMax = 256
    package static let batchBytesMax = 8 * 1024 * 1024
    /// How often a lane without work looks at its connection.
    package static let laneIdleMs = 500
    /// How often somebody looks for commands that wait beyond their deadline behind a lane that hangs.
    package static let queueLookMs = 100
    package static let laneQueueMax = 1_024
    package static let commandDeadlineMs = 2_000
    /// What a lane remembers: wallets (about 500 bytes each), the open lots of one, items, and for how many batches it
    /// distrusts its memory once that was out of date.
    package static let recentWalletsMax = 100_000
    package static let recentLotsMax = 16
    package static let recentHoldsMax = 4
    package static let recentItemsMax = 10_000
    package static let distrustedBatches = 64
    package static let reroutesMax = 3
    package static let batchRetriesMax = 3

    // Catalogue
    /// A price change takes effect at least this long after it is written, so that every batch sees it in time.
    package static let priceLeadMs: Int64 = 1_000
    package static let catalogueWriteTimeoutMs = 500
    /// Each change of a large publication adds so much to its lead, and so many are written by one statement.
    package static let priceLeadMsPerChange: Int64 = 4
    package static let changesAtOnceMax = 500
    /// Each record of the audit log needs the one before: a statement of many goes over all of its own for each.
    package static let recordsAtOnceMax = 100
    /// Items of one draft, and rows of one CSV: a publication is one transaction.
    package static let draftItemsMax = 2_000
    package static let rollbackItemsMax = 10_000
    package static let csvBodyBytesMax = 4 * 1024 * 1024
    package static let csvCellBytesMax = 8 * 1024
    /// Errors that an import names.
    package static let csvErrorsMax = 200
    /// Items that one file is given of.
    package static let csvItemsMax = 50_000
    /// Prices and ends of one item in one draft, and price windows of one item that are not over.
    package static let draftPricesMax = 32
    package static let openWindowsMax = 200
    package static let descriptionBytesMax = 4_000
    package static let itemTagsMax = 16
    package static let itemTagBytesMax = 64
    package static let pictureBytesMax = 2_048
    /// Percent by which a price may change without a second confirmation, and what the setting may say.
    package static let priceChangePercentDefault = 50
    package static let priceChangePercentMax = 1_000
    /// How long users who are affected by a draft are counted, and how many.
    package static let affectedCountMs = 1_000
    package static let affectedBuyersMs: Int64 = 30 * 24 * 3_600_000
    /// Changes that a stale call is told of.
    package static let staleChangesMax = 50

    // People
    package static let adminNameBytesMax = 64
    package static let adminsMax = 1_000
    /// NIST SP 800-63B-4, 3.1.1.2: characters of a password, bytes of what is read at all.
    package static let passwordCharactersMin = 15
    package static let passwordBytesMax = 512
    /// OWASP's least for argon2id; each hash keeps those that it was made with, so they may be raised.
    package static let passwordMemoryBytes = 19_456 * 1_024
    package static let passwordPasses = 2
    /// Passwords that are checked at once, and those that wait: each takes the memory above.
    package static let passwordHashesMax = 2
    package static let passwordsWaitingMax = 16
    package static let adminKeyBytesMin = 32
    /// How long an invitation may be accepted.
    package static let invitationMs: Int64 = 72 * 3_600_000
    package static let recoveryCodesMax = 10
    /// A session ends after so long without a request, and after so long in any case. It is noted as seen again after
    /// the third only, so it may end so much earlier.
    package static let sessionIdleMs: Int64 = 15 * 60_000
    package static let sessionMs: Int64 = 8 * 3_600_000
    package static let sessionSeenMs: Int64 = 60_000
    package static let sessionsListedMax = 100
    /// How old the second factor may be for sensitive acts.
    package static let stepUpMs: Int64 = 5 * 60_000
    package static let agentCharactersMax = 200
    package static let languageCharactersMax = 35
    package static let addressBytesMax = 45
    /// So many failures in a row, then a delay that doubles with each: at most this long for a name, as nobody may be
    /// locked out by strangers for long, and for an address.
    package static let freeFailures = 5
    package static let logInDelayMs: Int64 = 1_000
    package static let nameDelayMsMax: Int64 = 60_000
    package static let addressDelayMsMax: Int64 = 900_000
    /// Failures are forgotten after so long without one; names and addresses that a process remembers.
    package static let failureMemoryMs: Int64 = 24 * 3_600_000
    package static let failuresKeptMax = 10_000
    /// An address that an admin logged in from within this is his own.
    package static let knownAddressMs: Int64 = 90 * 24 * 3_600_000
    /// How often the last use of keys is written; the longest time that an old key may go on beside its new one.
    package static let keyUseMs = 60_000
    package static let keyLifeMsMin: Int64 = 60_000
    package static let keyOverlapSecondsMax: Int64 = 90 * 24 * 3_600
    /// Records of one call for the audit log as CSV, and of how many refusals a minute a process remembers that they
    /// were noted.
    package static let auditExportRowsMax = 100_000
    package static let refusalsKeptMax = 20_000
    package static let refusalMs: Int64 = 60_000

    // Feed for data warehouses
    package static let feedRowsDefault = 1_000
    package static let feedRowsMax = 10_000

    // Directory
    package static let walletCacheMax = 200_000
    package static let listRefreshMs = 1_000
    package static let testersMax = 100_000
    package static let apiKeysMax = 10_000

    // Ledger reads and small writes
    package static let ledgerStatementTimeoutMs = 3_000
    /// Ours, for one round trip: the server's time-out speaks first.
    package static let ledgerDeadlineMs = 5_000
    package static let ledgerLockTimeoutMs = 1_000
    package static let ledgerIdleInTransactionMs = 5_000
    /// How the server finds out that a client is gone: asked after so long a silence, so often, and how long what it
    /// sent may stay unacknowledged. About six seconds in all (fault F8).
    package static let serverKeepaliveIdleSeconds = 5
    package static let serverKeepaliveIntervalSeconds = 1
    package static let serverKeepalivesMax = 3
    package static let serverUnacknowledgedMs = 5_000
    /// How often two who want the same next number try again.
    package static let numberRetriesMax = 10
    /// A report that a person waits for: a year of a large shop may be too much, and the page says so.
    package static let reportDeadlineMs = 10_000
    /// Some ten thousand entries.
    package static let journalBatchBytes = 2 * 1024 * 1024
    /// How long an export's reader (a person's pager, a slow disk) may pause before the snapshot is given up.
    package static let journalReaderPauseMs = 600_000
    /// The same for a browser, which keeps a connection that the service needs.
    package static let journalBrowserPauseMs = 30_000
    /// The first fetch sorts the whole period.
    package static let journalFetchDeadlineMs = 600_000
    /// What `journalBatchBytes` come to as lines of an export, so that the buffer grows once.
    package static let exportBufferBytes = 4 * 1024 * 1024
    /// Reports of the books that are worked out at once for people who wait: each reads the whole journal.
    package static let booksExportsAtOnceMax = 2
    /// What each file of the books keeps in memory before it goes to disk, day by day: some twenty files.
    package static let booksSpoolBytes = 2 * 1024 * 1024
    /// Pseudonyms kept during an export, some 40 bytes each.
    package static let exportUserReferencesMax = 200_000
    /// What a list of the verifier keeps, some thousand rows, and how long it waits for more: the first may be sorted.
    package static let verifyBatchBytes = 512 * 1024
    package static let verifyFetchDeadlineMs = 3_600_000
    /// How many wrong rows of each kind are named at most.
    package static let verifyNamedMax = 10_000
    /// A seal covers at most so many beats of each lane, so that one never takes long; every minute if coins moved.
    package static let sealBeatsMax: Int64 = 10_000
    package static let sealDeadlineMs = 120_000
    package static let sealEveryMs: Int64 = 60_000
    package static let sealLookMs = 15_000
    /// Creating an index on a large table takes long.
    package static let migrationTimeoutMs = 3_600_000

    // Operation
    package static let poolConnectionsDefault = 8
    package static let poolConnectionsMax = 64
    /// A balancer asks for readiness every few seconds.
    package static let drainDelayMsDefault = 5_000
    package static let drainDelayMsMax = 60_000
    package static let drainMs = 15_000
    /// From SIGTERM to the end, whatever hangs; supervisors kill after 30 s.
    package static let shutdownMsMax = 25_000
    package static let startMsMax = 20_000
}
