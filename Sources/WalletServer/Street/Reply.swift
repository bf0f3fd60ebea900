internal import FoundationEssentials
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// What every answer passes on its way out: request id, mode, count and log line.
struct Exit: Sendable {
    let log: ServiceLog
    let metrics: Metrics
    let isDevelopment: Bool

    /// Headers that every answer carries.
    func mark(_ response: inout Response, requestID: String) {
        response.headers.append(("X-Request-Id", requestID))
        if isDevelopment { response.headers.append(("Coffer-Mode", "development")) }
    }

    /// The answer to something that never became a request of ours.
    func refusal(_ problem: Problem, requestID: String, method: String) -> Response {
        var response = Rendering.response(problem, requestID: requestID)
        mark(&response, requestID: requestID)
        metrics.countRequest(nil, status: response.status)
        log.add(
            AccessRecord(
                at: Date(), requestID: requestID, method: method, route: "", status: response.status,
                code: problem.code, microseconds: 0, caller: nil, bytes: response.body.bytesCount))
        return response
    }
}

/// The way back of one request. Whoever holds it answers once.
struct Reply: Sendable {
    private let exit: Exit
    private let head: RequestHead
    private let requestID: String
    private let startedAt = ContinuousClock.now
    private let send: @Sendable (Response) -> Void
    /// Where the request went and who sent it, as far as known.
    var station: Route?
    var caller: String?

    init(_ request: Request, exit: Exit, send: @escaping @Sendable (Response) -> Void) {
        self.exit = exit
        head = request.head
        requestID = request.id
        self.send = send
    }

    func refuse(_ error: any Error) {
        if let refusal = error as? CatalogueRefusal { return answer(RefusedChange(refusal)) }
        if let refusal = error as? BooksRefusal { return answer(RefusedBooks(refusal)) }
        answer(Problem(error).adding(station?.refusalFact))
    }

    /// - Parameter replayed: the same answer was given before, under the same idempotency key.
    func answer(_ answer: some Answer, replayed: Bool = false) {
        let ifNoneMatch = answer.maxAgeSeconds == nil ? nil : head.headers["if-none-match"]
        var response = Rendering.response(answer, requestID: requestID, ifNoneMatch: ifNoneMatch)
        if replayed { response.headers.append(("Idempotency-Replayed", "true")) }
        respond(response, code: answer.problem?.code)
    }

    func respond(_ response: Response, code: ProblemCode?) {
        var response = response
        exit.mark(&response, requestID: requestID)
        send(response)
        exit.metrics.countRequest(station, status: response.status)
        exit.log.add(
            AccessRecord(
                at: Date(), requestID: requestID, method: head.method, route: station?.template ?? "",
                status: response.status, code: code, microseconds: elapsedMicroseconds, caller: caller,
                bytes: response.body.bytesCount))
    }

    private var elapsedMicroseconds: Int64 {
        let elapsed = (ContinuousClock.now - startedAt).components
        return elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
    }
}

extension Response.Body {
    /// 0 for a stream: nobody knows yet.
    fileprivate var bytesCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .stream: 0
        }
    }
}
