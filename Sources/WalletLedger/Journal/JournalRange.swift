package import WalletDomain

/// Which part of the journal: one environment, by the time of recording, `from` included, `to` not.
package struct JournalRange: Hashable, Sendable {
    package let environment: StoreEnvironment
    package let from: Instant
    package let to: Instant

    package init(environment: StoreEnvironment, from: Instant, to: Instant) {
        self.environment = environment
        self.from = from
        self.to = to
    }
}
