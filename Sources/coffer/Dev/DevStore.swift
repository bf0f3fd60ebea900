internal import Foundation
internal import HTTPServer
internal import StoreSimulator

/// The stand-in App Store of `coffer dev`: signs with the authority that `coffer sign-purchase` uses too.
struct DevStore: Sendable {
    let servers: StoreServers
    private let folder: DevFolder

    private static let notificationPath = "/v1/apple/notifications"
    /// An hour between two attempts of Apple's is a second here.
    private static let speed: Double = 3_600

    /// - Parameter port: where to listen; nil takes the usual ports if they are free, else others.
    static func start(_ folder: DevFolder, port: UInt16?) throws -> DevStore {
        var settings = SimulatorSettings()
        settings.folder = folder.authority
        settings.bundleID = DevSamples.bundle
        settings.speed = speed
        settings.port = port ?? SimulateStoreCommand.usualPort
        settings.sandboxPort = settings.port == 0 ? 0 : settings.port + 1
        do {
            return DevStore(servers: try StoreServers(SimulateStoreCommand.open(settings)), folder: folder)
        } catch HTTPServerError.portInUse where port == nil {
            settings.port = 0
            settings.sandboxPort = 0
            return DevStore(servers: try StoreServers(SimulateStoreCommand.open(settings)), folder: folder)
        }
    }

    /// What the service must know to ask this store instead of Apple's.
    func serviceSettings() throws -> [String: String] {
        let store = servers.store
        let secret = folder.authority + "/shared-secret"
        try Data(store.settings.sharedSecret.utf8).write(to: URL(filePath: secret))
        return [
            Setting.appleIssuerID.name: store.apiKey.issuerID, Setting.appleKeyID.name: store.apiKey.keyID,
            Setting.appleKeyFile.name: store.apiKey.path(in: folder.authority),
            Setting.appleSharedSecret.name: secret, Setting.appleAPIURL.name: servers.url,
            Setting.appleAPISandboxURL.name: servers.sandboxURL,
            Setting.appleReceiptURL.name: servers.url + "/verifyReceipt",
            Setting.appleReceiptSandboxURL.name: servers.sandboxURL + "/verifyReceipt",
        ]
    }

    /// From now on the service hears of purchases and refunds.
    func notify(_ serviceURL: String) {
        for environment in SimulatedEnvironment.allCases {
            servers.store.setNotificationURL(serviceURL + Self.notificationPath, for: environment)
        }
    }
}
