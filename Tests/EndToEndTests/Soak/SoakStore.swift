import Foundation
import StoreSimulator

/// The stand-in App Store of a soak, with faults on.
struct SoakStore: Sendable {
    let servers: StoreServers
    let folder: String

    var store: SimulatedStore { servers.store }

    /// An hour between two attempts of Apple's takes a tenth of a second.
    private static let speed: Double = 36_000
    private static let notificationPath = "/v1/apple/notifications"

    static func open() throws -> SoakStore {
        var settings = SimulatorSettings()
        settings.bundleID = TestStore.bundle
        settings.folder = TemporaryFolder.fresh("soak")
        settings.speed = speed
        let store = try SimulatedStore(settings)
        let folder = settings.folder ?? ""
        try Data(store.authority.rootsPEM.utf8).write(to: URL(filePath: folder + "/roots.pem"))
        try Data(settings.sharedSecret.utf8).write(to: URL(filePath: folder + "/secret"))
        return SoakStore(servers: try StoreServers(store), folder: folder)
    }

    /// What leads a development service here instead of to Apple.
    var serviceSettings: [String: String] {
        [
            "COFFER_EXTRA_ROOTS": folder + "/roots.pem", "COFFER_APPLE_ISSUER_ID": store.apiKey.issuerID,
            "COFFER_APPLE_KEY_ID": store.apiKey.keyID, "COFFER_APPLE_KEY_FILE": store.apiKey.path(in: folder),
            "COFFER_APPLE_SHARED_SECRET_FILE": folder + "/secret", "COFFER_APPLE_API_URL": servers.url,
            "COFFER_APPLE_API_SANDBOX_URL": servers.sandboxURL,
            "COFFER_APPLE_VERIFY_RECEIPT_URL": servers.url + "/verifyReceipt",
            "COFFER_APPLE_VERIFY_RECEIPT_SANDBOX_URL": servers.sandboxURL + "/verifyReceipt",
        ]
    }

    func notify(_ serviceURL: String) {
        store.setNotificationURL(serviceURL + Self.notificationPath, for: .production)
    }

    func addFaults() throws {
        let faults: [(Fault.Kind, rate: Double, milliseconds: Int)] = [
            (.delay, 0.05, 200), (.error, 0.05, 0), (.rateLimit, 0.01, 200), (.cut, 0.02, 0), (.truncate, 0.02, 0),
            (.duplicate, 0.1, 0), (.reorder, 0.1, 500), (.drop, 0.02, 0),
        ]
        for (index, (kind, rate, milliseconds)) in faults.enumerated() {
            var fault = Fault(kind)
            fault.rate = rate
            fault.seed = UInt64(index + 1)
            fault.milliseconds = milliseconds
            try store.faults.add(fault)
        }
    }
}
