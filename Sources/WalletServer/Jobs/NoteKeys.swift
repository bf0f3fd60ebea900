internal import WalletDomain
internal import WalletLedger

/// Writes which keys were used, all at once: a use costs no statement of its own.
struct NoteKeys: Sendable {
    let ring: KeyRing
    let store: KeyStore
    let now: @Sendable () -> Instant

    /// What could not be written is lost: the next use counts again.
    func run() async throws(WalletError) { try await store.noteUse(of: ring.takeUsed(), at: now()) }
}
