internal import Foundation
internal import HTTPServer
internal import Synchronization

/// The store on the network: one address for production, the page and its calls, one for the sandbox, and the
/// messenger that brings notifications. Loopback, unless the settings say otherwise.
package final class StoreServers: Sendable {
    package let store: SimulatedStore
    /// `http://127.0.0.1:4100`: of Apple's calls in production, and of the page.
    package let url: String
    package let sandboxURL: String
    private let servers: [HTTPServer]
    private let messenger: Mutex<Task<Void, Never>?>

    /// Listens when it returns.
    package init(_ store: SimulatedStore) throws {
        self.store = store
        let tokens = try BearerTokenCheck(store.apiKey)
        let addresses = ControlAddresses()
        let production = try Self.listen(store, .production, store.settings.port, tokens, addresses)
        let sandbox = try Self.listen(store, .sandbox, store.settings.sandboxPort, tokens, nil)
        servers = [production, sandbox]
        url = Self.url(store.settings, production.port)
        sandboxURL = Self.url(store.settings, sandbox.port)
        addresses.set(url: url, sandboxURL: sandboxURL)
        let delivery = NotificationDelivery(store)
        messenger = Mutex(Task { await delivery.run() })
    }

    deinit { stop() }

    /// Ends at once; what was not delivered goes on with the next start.
    package func stop() {
        messenger.withLock { messenger in
            messenger?.cancel()
            messenger = nil
        }
        store.bell.ring()
        for server in servers { server.stop() }
    }

    private static func listen(
        _ store: SimulatedStore, _ environment: SimulatedEnvironment, _ port: UInt16, _ tokens: BearerTokenCheck,
        _ addresses: ControlAddresses?
    ) throws(HTTPServerError) -> HTTPServer {
        var settings = HTTPServerSettings()
        settings.host = store.settings.host
        settings.port = port
        if let certificate = store.settings.certificatePath, let key = store.settings.keyPath {
            settings.tls = HTTPServerSettings.TLSFiles(certificatePath: certificate, keyPath: key)
        }
        let door = StoreDoor(
            api: ServerAPI(store: store, environment: environment, tokens: tokens),
            receipts: VerifyReceiptCall(store: store, environment: environment),
            control: addresses.map { ControlDoor(store: store, addresses: $0) }, faults: store.faults,
            nowMs: store.settings.nowMs)
        return try HTTPServer(settings: settings, handler: door)
    }

    private static func url(_ settings: SimulatorSettings, _ port: UInt16) -> String {
        let scheme = settings.certificatePath == nil ? "http" : "https"
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        return "\(scheme)://\(host):\(port)"
    }
}
