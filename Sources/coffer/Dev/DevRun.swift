internal import Foundation
internal import HTTPServer
internal import StoreSimulator
internal import WalletLedger
internal import WalletServer

/// One run of `coffer dev`: a cluster, the service on it, and in the end neither.
struct DevRun: Sendable {
    let folder: DevFolder
    let port: UInt16
    /// Of the simulated App Store; nil takes the usual one if it is free.
    let storePort: UInt16?
    let signals: SignalWatch

    private static let host = "127.0.0.1"

    func run() async throws -> ExitCode {
        let user = try ServerUser.find()
        let base = try Config(baseEnvironment, needs: [])
        let programs = try PostgresPrograms.find(base.postgresBin)
        try refuseTakenPort()
        let cluster = try DevCluster.open(folder, programs, user)
        try signals.checkpoint()
        signals.onSecond { cluster.stop(immediately: true) }
        // Whatever happens from here on, the server does not outlive us.
        defer { cluster.stop() }
        try cluster.start()
        try signals.checkpoint()
        return try await serve(on: cluster)
    }

    private func serve(on cluster: DevCluster) async throws -> ExitCode {
        let database = DevDatabase(cluster: cluster)
        let store = try DevStore.start(folder, port: storePort)
        defer { store.servers.stop() }
        let config = try await prepare(database, store)
        try signals.checkpoint()
        let service = try await RunningService.start(config, log: try LogFile.open(folder.log))
        do {
            let key = try await DevKey(keys: service.parts.keys, folder: folder).find()
            let caller = try await service.parts.keys.caller(named: DevKey.caller)
            try await DevSamples(catalogue: service.parts.catalogue, caller: caller).add()
            try await DevBooks(settings: BooksSettingsStore(service.parts.database), caller: caller).add()
            let invitation = try await service.service.inviteFirstOwner(name: DevTour.owner, by: caller)
            store.notify(service.url)
            Console.write(
                DevTour(
                    url: service.url, storeURL: store.servers.url, sandboxURL: store.servers.sandboxURL, key: key,
                    data: folder.path, invitation: invitation
                ).text)
        } catch {
            _ = await service.shutDown(delayMs: 0) { cluster.stop(immediately: true) }
            throw error
        }
        await signals.wait()
        let isDrained = await service.shutDown(delayMs: 0) { cluster.stop(immediately: true) }
        return isDrained ? .success : .failed
    }

    private func prepare(_ database: DevDatabase, _ store: DevStore) async throws -> Config {
        try database.create()
        let authority = store.servers.store.authority
        try Data(PEMFile.text(of: authority.rootCertificates).utf8).write(to: URL(filePath: folder.roots))
        try folder.makeErasureKey()
        let own = [
            Setting.databaseURL.name: database.serviceURL, Setting.migrateURL.name: database.ownerURL,
            Setting.bundleIDs.name: DevSamples.apps, Setting.listen.name: "\(Self.host):\(port)",
            Setting.extraRoots.name: folder.roots, Setting.erasureKey.name: folder.erasureKey,
        ]
        let all = own.merging(try store.serviceSettings()) { _, store in store }
        let config = try Config(baseEnvironment.merging(all) { _, own in own }, needs: [.database, .apps])
        _ = try await MigrateCommand.run(config)
        try database.grant()
        return config
    }

    /// Settings of the caller's, without those that `coffer dev` decides itself.
    private var baseEnvironment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for setting in [
            Setting.databaseURL, .migrateURL, .bundleIDs, .listen, .extraRoots, .tlsCertificate, .tlsKey, .erasureKey,
        ] + Setting.apple { environment[setting.name] = nil }
        environment[Setting.mode.name] = "development"
        return environment
    }

    /// Known before anything is started. The service finds out again, should somebody be faster.
    private func refuseTakenPort() throws {
        guard port != 0 else { return }
        var settings = HTTPServerSettings()
        settings.host = Self.host
        settings.port = port
        try HTTPServer(settings: settings, handler: NobodyHome()).stop()
    }
}

/// Answers nothing for the moment that it takes to see whether a port is free.
private struct NobodyHome: RequestHandler {
    private static let away = Response(status: 503, headers: [], body: .bytes([]))

    func admit(_ head: RequestHead) -> Admission { .refuse(Self.away) }
    func handle(_ request: Request, _ responder: Responder) { responder.respond(Self.away) }
    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Self.away }
}
