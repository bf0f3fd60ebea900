import Foundation
import HTTPClient

/// Speaks to a store's own calls, as its page and the command line do.
struct ControlClient: Sendable {
    let url: String
    private let client = HTTPClient()

    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        /// Empty if the body is no JSON object.
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }
    }

    func get(_ path: String, headers: [(String, String)] = []) async throws -> Answer {
        Self.answer(try await client.send(HTTPRequest(.get, url + path, headers: headers)))
    }

    func post(
        _ path: String, _ body: [String: Any], headers: [(String, String)] = [("Content-Type", "application/json")]
    ) async throws -> Answer {
        let bytes = Array(try JSONSerialization.data(withJSONObject: body))
        return Self.answer(try await client.send(HTTPRequest(.post, url + path, headers: headers, body: bytes)))
    }

    func delete(_ path: String) async throws -> Answer {
        let headers = [("Content-Type", "application/json")]
        return Self.answer(try await client.send(HTTPRequest(.delete, url + path, headers: headers)))
    }

    private static func answer(_ response: HTTPResponse) -> Answer {
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
        return Answer(status: response.status, headers: headers, body: response.body)
    }
}
