internal import Dispatch
internal import Foundation
internal import HTTPServer

/// What one of the store's two addresses answers: Apple's calls, and at production's also the page and its calls.
struct StoreDoor: RequestHandler {
    let api: ServerAPI
    let receipts: VerifyReceiptCall
    /// Nil where only Apple's calls are answered.
    let control: ControlDoor?
    let faults: FaultPlan
    let nowMs: @Sendable () -> Int64

    /// A receipt of 2 MiB is 3 in base64.
    private static let bodyBytesMax = 4 * 1_024 * 1_024

    func admit(_ head: RequestHead) -> Admission { .accept(bodyBytesMax: Self.bodyBytesMax) }

    func handle(_ request: Request, _ responder: Responder) {
        let segments = request.head.pathSegments ?? []
        if request.head.path == VerifyReceiptCall.path {
            answer(.verifyReceipt, responder) { receipts.answer(request, signing: $0) }
        } else if segments.first == "inApps" {
            guard let route = APIRoute(request.head.method, segments) else {
                return responder.respond(StoreAnswer.failure(APIFailure(4_040_000, "Unknown path.")))
            }
            answer(route.call, responder) { api.answer(route, request, signing: $0) }
        } else if let control {
            responder.respond(control.answer(request, segments))
        } else {
            responder.respond(Response(status: 404))
        }
    }

    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Response(status: kind.status) }

    /// Lets the faults that are on have their way with the answer.
    private func answer(_ call: StoreCall, _ responder: Responder, _ make: (SigningFault?) -> Response) {
        let strikes = faults.strike(call, in: api.environment)
        let signing = strikes.lazy.compactMap { SigningFault(rawValue: $0.kind.rawValue) }.first
        var waitMs = 0
        var replaced: Response?
        var damage: Fault.Kind?
        for fault in strikes {
            switch fault.kind {
            case .delay: waitMs += fault.milliseconds
            case .hang:
                waitMs += fault.milliseconds
                replaced = StoreAnswer.html(status: fault.status)
            case .error: replaced = StoreAnswer.html(status: fault.status)
            case .rateLimit: replaced = StoreAnswer.tooMany(untilMs: nowMs() + Int64(fault.milliseconds))
            case .unauthorized: replaced = Response(status: 401)
            case .cut, .truncate: damage = fault.kind
            case .expiredChain, .wrongBundle, .duplicate, .reorder, .drop: break
            }
        }
        let response = AnswerDamage.apply(damage, to: replaced ?? make(signing))
        guard waitMs > 0 else { return responder.respond(response) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(waitMs)) {
            responder.respond(response)
        }
    }
}
