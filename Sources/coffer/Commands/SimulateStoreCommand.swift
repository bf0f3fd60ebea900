internal import Foundation
internal import StoreSimulator
internal import WalletDomain

/// `coffer simulate-store`: a stand-in App Store, until Ctrl-C. It knows nothing of the wallet service.
enum SimulateStoreCommand {
    static let usualPort: UInt16 = 4_100
    static let usualFolder = ".coffer-store"
    private static let speedMax = 1_000_000_000.0

    static let command = Subcommand(
        words: ["simulate-store"], summary: "Runs a stand-in App Store to develop and test any back end against",
        flags: [
            .value("--port", "PORT", "production, page and calls; default \(usualPort), 0 takes a free one"),
            .value("--sandbox-port", "PORT", "the sandbox; default the next one"),
            .value("--data", "DIR", "keys and purchases, kept between two runs; default \(usualFolder)"),
            .option("--forget", "keep nothing: new keys, no purchases, gone in the end"),
            .value("--notify", "URL", "where notifications go; default nowhere"),
            .value("--notify-sandbox", "URL", "where the sandbox's go; default the same"),
            .value("--notify-authority", "FILE", "PEM roots to trust there, if it is https; default the system's"),
            .value("--notify-version", "N", "2, or 1 for old servers; default 2"),
            .value("--bundle", "ID=NUMBER", "the app and Apple's number of it; default \(DevSamples.apps)"),
            .value("--products", "LIST", "consumables as id=thousandths,…; default what coffer dev sells"),
            .value("--shared-secret", "TEXT", "of the app; default simulated-shared-secret"),
            .value("--speed", "N", "retries come N times as fast as Apple's; 3600 makes an hour a second"),
            .value("--api-key", "FILE", "a .p8 key of yours, with --key-id and --issuer; default a new one"),
            .value("--key-id", "ID", "of that key"), .value("--issuer", "UUID", "of that key"),
            .value("--tls-certificate", "FILE", "PEM chain, leaf first, to serve https"),
            .value("--tls-key", "FILE", "its private key"),
        ],
        notes: [
            "Point a back end at it: trust DIR/roots.pem, sign calls with DIR/AuthKey_….p8, and use the addresses",
            "below instead of Apple's, for the Server API as well as for /verifyReceipt. The page is at url=.",
            "Both files are also at url=/simulator/roots.pem and, in JSON, at url=/simulator/api-key.",
            "Without a page: coffer store buy --product ID, coffer store refund --transaction ID; coffer store --help.",
            "The last line when it is up: ready url=… sandbox=… issuer=… key-id=… data=<dir>",
            "It listens on 127.0.0.1 only. No production service believes it.",
        ]
    ) { arguments in
        let signals = SignalWatch()
        let settings = try settings(arguments)
        let store = try open(settings)
        let servers = try StoreServers(store)
        Console.write(tour(servers, settings.folder))
        await signals.wait()
        servers.stop()
        return .success
    }

    /// Opens the store and puts beside it what a developer's server needs.
    static func open(_ settings: SimulatorSettings) throws -> SimulatedStore {
        do {
            let store = try SimulatedStore(settings)
            if let folder = settings.folder {
                try Data(store.authority.rootsPEM.utf8).write(to: URL(filePath: folder + "/roots.pem"))
            }
            return store
        } catch let error as TestAuthority.FileError {
            throw Failure("\(error.path): \(error.what)")
        } catch let refusal as StoreRefusal {
            throw Failure(refusal.sentence)
        }
    }

    private static func tour(_ servers: StoreServers, _ folder: String?) -> String {
        let key = servers.store.apiKey
        let ready = "ready url=\(servers.url) sandbox=\(servers.sandboxURL) issuer=\(key.issuerID)"
        return """
            The simulated App Store is open. Page, production: \(servers.url)   Sandbox: \(servers.sandboxURL)
            verifyReceipt: \(servers.url)/verifyReceipt and \(servers.sandboxURL)/verifyReceipt
            Keeps: \(folder.map { "\($0) (roots.pem, \(key.path(in: $0)))" } ?? "nothing")

            \(ready) key-id=\(key.keyID) data=\(folder ?? "-")
            """
    }

    private static func settings(_ arguments: Arguments) throws -> SimulatorSettings {
        var settings = SimulatorSettings()
        let port = try arguments.number("--port", in: 0...(UInt16.max - 1)) ?? usualPort
        settings.port = port
        settings.sandboxPort = try arguments.number("--sandbox-port", in: 0...UInt16.max) ?? (port == 0 ? 0 : port + 1)
        settings.folder = arguments.has("--forget") ? nil : arguments.text("--data") ?? usualFolder
        settings.notificationURLs[.production] = arguments.text("--notify")
        settings.notificationURLs[.sandbox] = arguments.text("--notify-sandbox") ?? arguments.text("--notify")
        settings.notificationAuthorityPath = arguments.text("--notify-authority")
        settings.notificationVersion = try arguments.number("--notify-version", in: 1...2) ?? 2
        settings.sharedSecret = arguments.text("--shared-secret") ?? settings.sharedSecret
        settings.certificatePath = arguments.text("--tls-certificate")
        settings.keyPath = arguments.text("--tls-key")
        guard (settings.certificatePath == nil) == (settings.keyPath == nil) else {
            throw Failure.usage("--tls-certificate and --tls-key are given together")
        }
        if let text = arguments.text("--speed") {
            guard let speed = Double(text), speed > 0, speed <= speedMax else {
                throw Failure.usage("--speed needs a number above 0")
            }
            settings.speed = speed
        }
        if let text = arguments.text("--bundle") { (settings.bundleID, settings.appAppleID) = try bundle(text) }
        if let text = arguments.text("--products") { settings.products = try products(text) }
        settings.apiKey = try apiKey(arguments)
        return settings
    }

    private static func bundle(_ text: String) throws(Failure) -> (String, Int64) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let number = Int64(parts[1]), number > 0 else {
            throw .usage("--bundle needs bundle.id=number")
        }
        return (String(parts[0]), number)
    }

    private static func products(_ text: String) throws(Failure) -> [SimulatedProduct] {
        var products: [SimulatedProduct] = []
        for part in text.split(separator: ",") {
            let parts = part.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let price = Int64(parts[1]), price >= 0 else {
                throw .usage("--products needs id=thousandths of a dollar, several separated by commas")
            }
            products.append(SimulatedProduct(id: String(parts[0]), priceMilliunits: price))
        }
        return products
    }

    private static func apiKey(_ arguments: Arguments) throws -> SimulatedAPIKey? {
        let given = [arguments.text("--api-key"), arguments.text("--key-id"), arguments.text("--issuer")]
        guard given.contains(where: { $0 != nil }) else { return nil }
        guard let path = given[0], let keyID = given[1], let issuer = given[2] else {
            throw Failure.usage("--api-key, --key-id and --issuer are given together")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw Failure("cannot read \(path)") }
        return SimulatedAPIKey(keyID: keyID, issuerID: issuer, privateKeyPEM: String(decoding: data, as: UTF8.self))
    }
}
