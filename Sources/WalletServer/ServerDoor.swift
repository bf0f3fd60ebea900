internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// The street's end at the socket: what the HTTP server asks and what it is told.
struct ServerDoor: RequestHandler {
    let router: Router
    let faults: FaultPoints

    func admit(_ head: RequestHead) -> Admission {
        do throws(Router.EarlyRefusal) {
            return .accept(bodyBytesMax: try router.bodyBytesMax(head))
        } catch {
            return .refuse(
                router.exit.refusal(
                    error.problem, requestID: Self.newRequestID(), method: head.method, route: error.route,
                    caller: error.caller))
        }
    }

    func hasRoom(for head: RequestHead, besides others: Int, of max: Int) -> Bool {
        router.hasRoom(for: head, besides: others, of: max)
    }

    func handle(_ request: Request, _ responder: Responder) {
        faults.pass(.accepted)
        router.take(request) { responder.respond($0) }
    }

    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response {
        let code = Self.code(kind)
        let problem = code == .methodNotAllowed ? .methodNotAllowed(Route.Method.allCases) : Problem(code: code)
        return router.exit.refusal(problem, requestID: requestID, method: "")
    }

    /// A head that is refused before its body has no id yet.
    private static func newRequestID() -> String { "head-" + String(UInt64.random(in: 0 ... .max), radix: 36) }

    private static func code(_ kind: HTTPRefusal) -> ProblemCode {
        switch kind {
        case .malformed: .unreadable
        case .methodRefused: .methodNotAllowed
        case .timeout: .requestTimeout
        case .bodyTooLarge: .bodyTooLarge
        case .headTooLarge: .headTooLarge
        case .overloaded: .overloaded
        case .noAnswer: .internalError
        }
    }
}
