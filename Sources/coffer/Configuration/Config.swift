internal import AppStore
internal import Crypto
internal import Foundation
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// The settings of one process, checked. Made from the environment only; see `Setting` for each.
struct Config: Sendable {
    /// Parts of the configuration that some commands need and others do without.
    enum Need: Sendable {
        case database
        case apps
        /// A key for calls to Apple.
        case apple
    }

    let mode: InstallationMode
    /// Empty unless it was needed or set.
    let databaseURL: String
    let migrateURL: String
    let appIDs: [String: Int64?]
    let apple: AppleConfig
    let listen: ListenAddress
    let tls: HTTPServerSettings.TLSFiles?
    let sandbox: SandboxPolicy
    let refunds: RefundPolicy
    let refundOwnership: OwnershipPolicy
    let preference: PreferencePolicy
    let refundWalkPace: Int
    let holdLifeSeconds: Int64
    let secondPerson: SecondPersonRule
    let pseudonyms: Pseudonyms
    let adminSecrets: AdminSecrets
    let lanes: Int
    let batchMax: Int
    let poolConnections: Int
    let rates: RateLimits
    let drainDelayMs: Int
    let zone: String
    let shopZone: ShopZone
    let priceChangePercentMax: Int64
    let migrationsFolder: String
    let sealKey: SealKey?
    let extraRoots: Set<Fingerprint>
    let clockFile: String?
    let faults: FaultPoints
    /// Nil: where PostgreSQL usually is.
    let postgresBin: String?

    init(
        _ environment: [String: String] = ProcessInfo.processInfo.environment, needs: Set<Need> = [.database]
    ) throws(Failure) {
        var reader = SettingReader(environment)
        mode = reader.choice(.mode, fallback: InstallationMode.production)
        databaseURL = reader.database(.databaseURL, isNeeded: needs.contains(.database)) ?? ""
        migrateURL = reader.database(.migrateURL, isNeeded: false) ?? databaseURL
        appIDs = reader.apps(isNeeded: needs.contains(.apps))
        apple = reader.apple(isNeeded: needs.contains(.apple), allowsPlainHTTP: mode == .development)
        listen = reader.address(.listen)
        tls = reader.tls()
        sandbox = reader.choice(.sandbox, fallback: SandboxPolicy.testers)
        refunds = reader.choice(.refunds, fallback: RefundPolicy.debt)
        refundOwnership = reader.choice(.refundOwnership, fallback: OwnershipPolicy.keep)
        if refundOwnership == .revoke, refunds == .writeOff {
            reader.problem(.refundOwnership, "means nothing with COFFER_REFUND_POLICY=write_off: nothing is owed then")
        }
        preference = reader.choice(.preference, fallback: PreferencePolicy.byUse)
        refundWalkPace = reader.number(
            .refundWalk, in: 1...Limits.refundWalkPaceMax, fallback: Limits.refundWalkPaceDefault)
        holdLifeSeconds = Int64(
            reader.number(
                .holdLife, in: 1...Int(Limits.holdLifeSecondsMax), fallback: Int(Limits.holdLifeSecondsDefault)))
        secondPerson = SecondPersonRule(
            coinsMax: Int64(
                reader.number(
                    .adjustLimit, in: 0...Int(Limits.adjustCoinsMax), fallback: Int(Limits.adjustCoinsDefault))))
        pseudonyms = reader.pseudonyms()
        adminSecrets = reader.adminSecrets()
        lanes = reader.number(.lanes, in: 1...Limits.lanesMax, fallback: WriterSettings.lanesForThisMachine)
        batchMax = reader.number(.batchMax, in: 1...Limits.batchMax, fallback: Limits.batchMax)
        poolConnections = reader.number(
            .pool, in: 1...Limits.poolConnectionsMax, fallback: Limits.poolConnectionsDefault)
        rates = reader.rates()
        drainDelayMs = reader.number(
            .drainDelay, in: 0...Limits.drainDelayMsMax, fallback: Limits.drainDelayMsDefault)
        zone = reader.zone(.zone)
        shopZone = reader.shopZone(.shopZone)
        priceChangePercentMax = Int64(
            reader.number(
                .priceChangeLimit, in: 1...Limits.priceChangePercentMax, fallback: Limits.priceChangePercentDefault))
        migrationsFolder = reader.text(.migrations) ?? MigrationsFolder.find()
        sealKey = reader.sealKey(.sealKeyFile)
        extraRoots = reader.roots(.extraRoots)
        clockFile = reader.text(.clockFile)
        faults = reader.faults()
        postgresBin = reader.text(.postgresBin)
        if mode == .production { reader.refuseDevelopmentSettings() }
        guard reader.problems.isEmpty else { throw Failure(reader.problems, .configuration) }
    }

    var appStore: AppStoreSettings {
        AppStoreSettings(appIDs: appIDs, anchors: TrustAnchors.apple.adding(extraRoots))
    }

    /// Seconds to add to the database's clock. Always 0 in production, which takes no clock file.
    var clockShiftSeconds: @Sendable () -> Int64 {
        guard let clockFile else { return { 0 } }
        return {
            // No file, or one that is being written: no shift.
            guard let text = try? String(contentsOfFile: clockFile, encoding: .utf8) else { return 0 }
            return Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        }
    }
}
