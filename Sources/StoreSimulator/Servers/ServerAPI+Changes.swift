internal import FoundationEssentials
internal import HTTPServer

/// Calls that change a purchase.
extension ServerAPI {
    private struct TokenBody: Decodable { let appAccountToken: String }

    func accountToken(_ id: String, _ asked: Asked) throws -> Response {
        let purchase = try purchase(id, asked)
        guard let body = Self.body(TokenBody.self, asked), UUID(uuidString: body.appAccountToken) != nil else {
            throw APIFailure.accountToken
        }
        guard purchase.ownership != "FAMILY_SHARED" else { throw APIFailure.familyToken }
        guard purchase.ownership != "ASSIGNED" else { throw APIFailure.assignedToken }
        try store.setAppAccountToken(body.appAccountToken, of: id)
        return Response(status: 200)
    }

    func finish(_ id: String, _ asked: Asked) throws -> Response {
        _ = try purchase(id, asked)
        try store.finish(id)
        return Response(status: 200)
    }

    func consumption(_ id: String, version: Int, _ asked: Asked) throws -> Response {
        let purchase = try purchase(id, asked)
        if version == 1 {
            try ConsumptionBodyV1.check(asked.request.body)
        } else {
            try ConsumptionBody.check(asked.request.body, isSubscription: purchase.kind == .autoRenewable)
        }
        let text = String(decoding: asked.request.body, as: UTF8.self)
        try store.recordConsumption(text, version: version, of: id)
        return Response(status: 202)
    }

    static func body<Value: Decodable>(_ type: Value.Type, _ asked: Asked) -> Value? {
        // What is no such JSON is a bad request; the caller knows which.
        try? JSONText.decode(type, asked.request.body)
    }
}
