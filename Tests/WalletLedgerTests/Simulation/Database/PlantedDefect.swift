/// What is made wrong on purpose, one at a time, so that the simulation shows that it can fail.
enum PlantedDefect: String, Codable, CaseIterable {
    /// A wallet's update takes place though the wallet has moved on.
    case guardIgnored
    /// Wallets are read for a batch without being locked, and updated without a guard.
    case walletsNotLocked
    /// Purchases are read for a batch without being locked.
    case purchasesNotLocked
    /// Rows are told as they were when the statement began to wait for their locks.
    case staleAfterWaiting
    /// Keys used before are not found; the unique index still refuses them.
    case keysNotFound
    /// Neither found nor refused.
    case keysTwice
    /// COMMIT is answered and nothing of it is kept.
    case commitForgotten
    /// A part of what a transaction wrote is not kept.
    case commitTorn
    /// The answer to a COMMIT is lost, and the lane is told that it certainly did not happen.
    case unknownToldAsFailed
    /// What was found under a key is not what was written.
    case replayChanged
    /// A batch gets the beat of the one before it.
    case beatNotCounted
}
