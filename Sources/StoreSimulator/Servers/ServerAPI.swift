internal import HTTPServer

/// One world's App Store Server API: authentication, then the call.
struct ServerAPI: Sendable {
    let store: SimulatedStore
    let environment: SimulatedEnvironment
    let tokens: BearerTokenCheck

    static let pageSize = 20

    /// One call with everything that decides about its answer.
    struct Asked: Sendable {
        let request: Request
        let bundleID: String
        let signing: SigningFault?
    }

    func answer(_ route: APIRoute, _ request: Request, signing: SigningFault?) -> Response {
        let authorization = request.head.headers["Authorization"]
        guard let bundleID = tokens.bundleID(authorization: authorization, nowMs: store.settings.nowMs()) else {
            return Response(status: 401)
        }
        do {
            return try answer(route, Asked(request: request, bundleID: bundleID, signing: signing))
        } catch let failure as APIFailure {
            return StoreAnswer.failure(failure)
        } catch {
            return StoreAnswer.failure(.general)
        }
    }

    private func answer(_ route: APIRoute, _ asked: Asked) throws -> Response {
        switch route {
        case .transaction(let id): try transaction(id, asked)
        case .history(let id): try history(id, asked)
        case .refunds(let id): try refunds(id, asked)
        case .order(let id): try order(id, asked)
        case .consumption(let id, let version): try consumption(id, version: version, asked)
        case .accountToken(let id): try accountToken(id, asked)
        case .finish(let id): try finish(id, asked)
        case .requestTest: try requestTest(asked)
        case .testStatus(let token): try testStatus(token, asked)
        case .notificationHistory: try notificationHistory(asked)
        case .appTransaction(let id): try appTransaction(id, asked)
        case .subscriptions(let id): try subscriptions(id, asked)
        }
    }

    /// The purchase, if it is one of this world and of the caller's app.
    func purchase(_ id: String, _ asked: Asked) throws(APIFailure) -> SimulatedPurchase {
        guard !id.isEmpty, id.utf8.count <= Self.idBytesMax, id.utf8.allSatisfy(Self.isDigit) else {
            throw .transactionID
        }
        guard let purchase = store.purchase(id), purchase.environment == environment,
            purchase.bundleID == asked.bundleID
        else { throw .transactionNotFound }
        return purchase
    }

    private static let idBytesMax = 64
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    func sign(_ purchases: [SimulatedPurchase], _ asked: Asked) throws -> [String] {
        let atMs = store.signatureMs()
        return try purchases.map { try store.sign(SimulatedTransaction($0, signedAtMs: atMs), with: asked.signing) }
    }
}
