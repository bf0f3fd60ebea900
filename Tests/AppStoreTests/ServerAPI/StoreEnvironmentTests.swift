import AppStore
import HTTPServer
import StoreSimulator
import Synchronization
import Testing
import WalletDomain

/// Which store an unknown transaction belongs to (case S-2).
@Suite struct StoreEnvironmentTests {
    enum Says: Sendable {
        case yes, unknown, unauthorized, trouble

        func answer(_ request: Request) -> Response {
            switch self {
            case .yes: StoreAPISupport.transaction(request)
            case .unknown: FakeApple.error(4_040_010, status: 404)
            case .unauthorized: Response(status: 401)
            case .trouble: FakeApple.error(5_000_001, status: 500)
            }
        }
    }

    private static let id = StoreAPISupport.id

    private static func ask(
        _ production: Says, _ sandbox: Says, allowsSandbox: Bool = true
    ) async throws -> (Result<Purchase, StoreAPIError>, [String]) {
        try await withApple {
            StoreAPISupport.isSandbox($0) ? sandbox.answer($0) : production.answer($0)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base, allowsSandbox: allowsSandbox)
            do throws(StoreAPIError) {
                return (.success(try await api.transaction(Self.id)), apple.paths)
            } catch {
                return (.failure(error), apple.paths)
            }
        }
    }

    @Test(
        "production first; the sandbox when production does not know it, or does not let us ask",
        arguments: [
            (Says.yes, Says.yes, StoreEnvironment.production), (.unknown, .yes, .sandbox),
            (.unauthorized, .yes, .sandbox),
        ])
    func found(production: Says, sandbox: Says, environment: StoreEnvironment) async throws {
        let (result, paths) = try await Self.ask(production, sandbox)
        #expect(try result.get().environment == environment)
        #expect(paths.first?.hasPrefix("/p/") == true)
        #expect(paths.contains { $0.hasPrefix("/s/") } == (environment == .sandbox))
    }

    @Test(
        "what is not found says what may be done about it",
        arguments: [
            (Says.unknown, Says.unknown, false, true, false), (.unauthorized, .unauthorized, true, false, true),
            (.unauthorized, .unknown, true, false, true), (.trouble, .yes, true, false, false),
            (.unknown, .trouble, true, false, false),
        ] as [(Says, Says, Bool, Bool, Bool)])
    func notFound(
        production: Says, sandbox: Says, isRetryable: Bool, isUnknown: Bool, isAboutCredentials: Bool
    ) async throws {
        guard case (.failure(let error), _) = try await Self.ask(production, sandbox) else {
            Issue.record("it was found")
            return
        }
        #expect(error.isRetryable == isRetryable && error.isTransactionUnknown == isUnknown)
        #expect(error.isAboutCredentials == isAboutCredentials)
    }

    @Test("where the sandbox is not allowed, it is not asked")
    func notAllowed() async throws {
        let (result, paths) = try await Self.ask(.unknown, .yes, allowsSandbox: false)
        #expect(throws: StoreAPIError.self) { try result.get() }
        #expect(paths.allSatisfy { $0.hasPrefix("/p/") })
    }

    @Test("an app that was never released keeps finding its sandbox purchases once production is left alone")
    func pausedProduction() async throws {
        try await withApple {
            StoreAPISupport.isSandbox($0) ? Says.yes.answer($0) : Says.unauthorized.answer($0)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base)
            for _ in 0..<12 { #expect(try await api.transaction(Self.id).environment == .sandbox) }
            let asked = apple.paths.filter { $0.hasPrefix("/p/") }.count
            #expect(asked == 2 * Limits.appleFailuresMax, "each call tried a second token, then none went there")
        }
    }

    @Test(
        "what is answered must be what was asked for, of this app and this store",
        arguments: [
            ("transactionId", ProofError.invalidSignature(.claim("transactionId"))), ("bundleId", .wrongApp),
            ("environment", .wrongEnvironment),
        ] as [(String, ProofError)])
    func mismatch(member: String, fault: ProofError) async throws {
        try await withApple { request in
            StoreAPISupport.transaction(request) { transaction in
                switch member {
                case "transactionId": transaction.transactionId = "2000000000000002"
                case "bundleId": transaction.bundleId = "com.example.other"
                default: transaction.environment = "Sandbox"
                }
            }
        } _: { base, _ in
            let api = try StoreAPISupport.api(base)
            let error = await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(Self.id, in: .production)
            }
            #expect(error == .notGenuine(fault))
        }
    }

    @Test("a signature by anybody else does not count, and the purchase is not lost")
    func stranger() async throws {
        try await withApple { _ in
            let token = (try? Forge.stranger.sign(Forge.transaction())) ?? ""
            return FakeApple.json("{\"signedTransactionInfo\":\"\(token)\"}")
        } _: { base, _ in
            let api = try StoreAPISupport.api(base)
            let error = await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(Self.id)
            }
            #expect(error == .notGenuine(.invalidSignature(.root)) && error?.isRetryable == true)
        }
    }
}
