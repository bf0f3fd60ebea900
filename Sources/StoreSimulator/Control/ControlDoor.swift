internal import HTTPServer

/// The page and the calls behind it, `/simulator/…`.
///
/// Whoever reaches the address may use them: they open nothing but a toy. Other sites' pages in the same browser may
/// not: a call must name this very host (no rebinding), come from here (`Origin`) and be JSON (no plain form).
struct ControlDoor: Sendable {
    let store: SimulatedStore
    let addresses: ControlAddresses

    func answer(_ request: Request, _ segments: [String]) -> Response {
        guard SameSite(url: addresses.url).allows(request.head) else {
            return Self.refusal("this page is used from its own address only", status: 403)
        }
        guard segments.first == "simulator" else { return StorePage.answer(request.head) }
        do {
            guard let call = ControlCall(request.head.method, Array(segments.dropFirst())) else {
                return Self.refusal("there is no such call", status: 404)
            }
            return try answer(call, request)
        } catch let refusal as StoreRefusal {
            return Self.refusal(refusal.sentence, status: refusal.status)
        } catch is DecodingError {
            return Self.refusal("the body is not the JSON that this call takes", status: 400)
        } catch {
            return Self.refusal("\(error)", status: 500)
        }
    }

    private struct RefusalBody: Encodable { let error: String }

    static func refusal(_ sentence: String, status: Int) -> Response {
        // One plain member can always be written.
        StoreAnswer.json(bytes: (try? JSONText.encode(RefusalBody(error: sentence))) ?? [], status: status)
    }
}

extension StoreRefusal {
    fileprivate var status: Int {
        switch self {
        case .unknownProduct, .unknownTransaction, .unknownNotification, .unknownFault: 404
        case .invalid: 422
        }
    }
}
