import Foundation
import HTTPClient
import Testing

/// Calls of an app's back end.
struct API: Sendable {
    let url: String
    let key: String
    let client: HTTPClient

    private static let timeoutMs = 20_000

    func get(_ path: String) async throws(HTTPClientError) -> Reply { try await send(.get, path, nil, []) }

    func post(
        _ path: String, _ body: String, key idempotencyKey: String? = nil
    ) async throws(HTTPClientError) -> Reply {
        try await send(.post, path, body, idempotencyKey.map { [("Idempotency-Key", $0)] } ?? [])
    }

    func put(_ path: String, _ body: String) async throws(HTTPClientError) -> Reply {
        try await send(.put, path, body, [])
    }

    func spend(_ user: String, _ item: String, _ price: Int, key: String) async throws(HTTPClientError) -> Reply {
        try await post("/v1/wallets/\(user)/spends", #"{"item":"\#(item)","expected_price":\#(price)}"#, key: key)
    }

    func grant(_ user: String, _ coins: Int, key: String) async throws(HTTPClientError) -> Reply {
        try await post("/v1/wallets/\(user)/grants", #"{"coins":\#(coins),"reason":"welcome"}"#, key: key)
    }

    func topUp(_ user: String, _ proof: String) async throws(HTTPClientError) -> Reply {
        try await post("/v1/topups", #"{"user":"\#(user)","signed_transaction":"\#(proof)"}"#)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ more: [(String, String)]
    ) async throws(HTTPClientError) -> Reply {
        var headers = [("Authorization", "Bearer \(key)")] + more
        if body != nil { headers.append(("Content-Type", "application/json")) }
        let response = try await client.send(
            HTTPRequest(
                method, url + path, headers: headers, body: body.map { Array($0.utf8) }, timeoutMs: Self.timeoutMs))
        return Reply(response)
    }
}

/// An answer and its members.
struct Reply: Sendable {
    let status: Int
    let body: [UInt8]
    let isReplay: Bool
    let closes: Bool

    init(_ response: HTTPResponse) {
        status = response.status
        body = response.body
        isReplay = response[header: "Idempotency-Replayed"] == "true"
        closes = response[header: "Connection"]?.lowercased() == "close"
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// By a path, as `purchases.0.state`; numbers as text; nil if there is none.
    subscript(path: String) -> String? {
        let value = value(path)
        if let text = value as? String { return text }
        return (value as? NSNumber)?.stringValue
    }

    /// Whether the app may finish its transaction.
    var finish: Bool? { value("finish") as? Bool }

    private func value(_ path: String) -> Any? {
        var value: Any? = try? JSONSerialization.jsonObject(with: Data(body))
        for name in path.split(separator: ".") {
            if let list = value as? [Any], let index = Int(name) {
                value = list.indices.contains(index) ? list[index] : nil
            } else {
                value = (value as? [String: Any])?[String(name)]
            }
        }
        return value
    }

    /// The server could not say what happened, or did nothing: ask again.
    var isUnsettled: Bool { status >= 500 || status == 429 || status == 408 }
}
