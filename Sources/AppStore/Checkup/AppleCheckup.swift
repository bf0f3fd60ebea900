package import WalletDomain

/// Looks whether Apple and we understand each other: connection, clock, key, bundle id, notification address.
///
/// Asks about a transaction that does not exist, so it needs no purchase; has Apple send a test notification, so the
/// service should be running where App Store Connect says that it is.
package struct AppleCheckup: Sendable {
    /// No transaction has this id.
    private static let probeText = "1"

    let api: AppStoreServerAPI
    let clock: AppleClock
    private let environments: [StoreEnvironment]
    let waitMs: Int64

    /// - Parameters:
    ///   - environments: those to look at, production first.
    ///   - waitMs: how long to wait for a test notification.
    package init(
        _ api: AppStoreServerAPI, environments: [StoreEnvironment], waitMs: Int64, clock: AppleClock = .system
    ) {
        self.api = api
        self.environments = environments
        self.waitMs = waitMs
        self.clock = clock
    }

    package func run() async -> [CheckupLine] {
        var probes: [(environment: StoreEnvironment, error: StoreAPIError?)] = []
        for environment in environments { probes.append((environment, await probe(environment))) }
        let lines = [connection(probes), clockLine()] + keyLines(probes)
        let open = probes.filter { $0.error == nil }.map(\.environment)
        var tests: [CheckupLine] = []
        for environment in open { tests += await NotificationCheckup(self, environment, isOnly: open.count == 1).run() }
        return lines + tests
    }

    /// - Returns: nil if Apple accepted the key, whatever it says about the transaction.
    private func probe(_ environment: StoreEnvironment) async -> StoreAPIError? {
        do throws(StoreAPIError) {
            _ = try await api.transaction(probeID(), in: environment)
            return nil
        } catch {
            if case .refused = error { return nil }
            if case .notGenuine = error { return nil }
            return error
        }
    }

    private func probeID() throws(StoreAPIError) -> TransactionID {
        do throws(WalletError) {
            return try TransactionID(Self.probeText)
        } catch {
            preconditionFailure("a digit is an id")
        }
    }

    private func connection(_ probes: [(environment: StoreEnvironment, error: StoreAPIError?)]) -> CheckupLine {
        let subject = "connection"
        let silent = probes.compactMap { probe -> String? in
            guard let error = probe.error, !error.isAboutCredentials else { return nil }
            return "\(probe.environment.name): \(error)"
        }
        guard silent.isEmpty else {
            return .failed(
                subject, silent.joined(separator: "; "),
                "let this machine reach api.storekit.apple.com and api.storekit-sandbox.apple.com on port 443")
        }
        return .ok(subject, "\(probes.map(\.environment.name).joined(separator: " and ")): Apple answers")
    }

    private func clockLine() -> CheckupLine {
        let subject = "clock"
        guard let skewMs = api.clockSkewMs else {
            return .note(subject, "Apple has not told the time", "see the connection")
        }
        let seconds = (abs(skewMs) + 500) / 1_000
        let side = skewMs > 0 ? "ahead of" : "behind"
        guard abs(skewMs) > Limits.appleClockSkewMsMax else { return .ok(subject, "\(seconds) s \(side) Apple's") }
        return .failed(
            subject, "\(seconds) s \(side) Apple's: tokens that we sign may be refused",
            "have this machine follow a time server (timedatectl set-ntp true)")
    }

    private func keyLines(_ probes: [(environment: StoreEnvironment, error: StoreAPIError?)]) -> [CheckupLine] {
        let subject = "key and bundle id"
        let accepted = probes.filter { $0.error == nil }.map(\.environment)
        let refused = probes.filter { $0.error?.isAboutCredentials == true }.map(\.environment)
        if refused.isEmpty {
            guard !accepted.isEmpty else { return [] }
            return [.ok(subject, "Apple accepts the key for \(api.bundleID)")]
        }
        if refused == [.production], accepted == [.sandbox] {
            return [
                .note(
                    subject, "the sandbox accepts the key for \(api.bundleID), production refuses it (401)",
                    "nothing, if the app was never released: production opens with its first release")
            ]
        }
        return [
            .failed(
                subject, "\(refused.map(\.name).joined(separator: " and ")): Apple refuses the key (401)",
                """
                compare COFFER_APPLE_ISSUER_ID, COFFER_APPLE_KEY_ID and the key file with App Store Connect (Users and \
                Access, Integrations, In-App Purchase: not an App Store Connect API key), and \(api.bundleID) with \
                the app; a revoked key is refused too
                """)
        ]
    }
}

extension StoreEnvironment {
    /// In a sentence.
    var name: String {
        switch self {
        case .production: "production"
        case .sandbox: "sandbox"
        }
    }
}
