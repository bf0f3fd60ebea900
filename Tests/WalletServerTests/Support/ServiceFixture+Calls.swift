import Foundation
import HTTPClient
import Synchronization
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// An answer as tests look at it.
struct Told: Sendable {
    let status: Int
    let bytes: [UInt8]
    let headers: [(name: String, value: String)]
    let json: JSONObject

    init(_ response: HTTPResponse) {
        status = response.status
        bytes = response.body
        headers = response.headers
        json = (try? JSONObject(parsing: response.body)) ?? JSONObject()
    }

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    var code: String? { text("code") }
    func text(_ name: String) -> String? { (try? json.optionalText(name)) ?? nil }
    func number(_ name: String) -> Int64? { (try? json.optionalInteger(name)) ?? nil }
    func flag(_ name: String) -> Bool? { (try? json.optionalBoolean(name)) ?? nil }
    func object(_ name: String) -> JSONObject? { (try? json.optionalObject(name)) ?? nil }

    func list(_ name: String) -> [JSONObject] {
        ((try? json.optionalArray(name)) ?? nil ?? []).compactMap { value in
            if case .object(let object) = value { object } else { nil }
        }
    }

    var purchases: [JSONObject] { list("purchases") }
    var states: [String] { purchases.compactMap { try? $0.text("state") } }
}

extension ServiceFixture {
    private static let numbers = Atomic<Int>(0)

    /// Different in each call.
    static func unique(_ prefix: String) -> String {
        "\(prefix)-\(numbers.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    static func transactionID() -> String {
        String(2_000_000_000 + numbers.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, key: String? = nil,
        headers: [(String, String)] = [], timeoutMs: Int? = nil
    ) async throws -> Told {
        var all = [("Authorization", "Bearer \(key ?? self.key)")]
        if body != nil { all.append(("Content-Type", "application/json")) }
        all.removeAll { own in headers.contains { $0.0.lowercased() == own.0.lowercased() } }
        let request = HTTPRequest(
            method, url + path, headers: all + headers, body: body.map { Array($0.utf8) }, timeoutMs: timeoutMs)
        return try await patiently(request)
    }

    /// As clients must: what is refused because the machine is slow is sent again.
    private func patiently(_ request: HTTPRequest) async throws -> Told {
        var told = Told(try await client.send(request))
        for _ in 0..<100 where ["overloaded", "outcome_unknown", "ledger_unavailable"].contains(told.code) {
            try await Task.sleep(for: .milliseconds(200))
            told = Told(try await client.send(request))
        }
        return told
    }

    func get(_ path: String) async throws -> Told { try await call(.get, path) }

    func spend(
        _ item: String, for user: String, price: Int64, key: String = ServiceFixture.unique("key"),
        quantity: Int? = nil
    ) async throws -> Told {
        let more = quantity.map { #","quantity":\#($0)"# } ?? ""
        return try await call(
            .post, "/v1/wallets/\(user)/spends", #"{"item":"\#(item)","expected_price":\#(price)\#(more)}"#,
            headers: [("Idempotency-Key", key)])
    }

    func grant(_ coins: Int64, to user: String) async throws -> Told {
        try await call(
            .post, "/v1/wallets/\(user)/grants", #"{"coins":\#(coins),"reason":"test"}"#,
            headers: [("Idempotency-Key", Self.unique("grant"))])
    }

    func submit(_ token: String, for user: String) async throws -> Told {
        try await call(.post, "/v1/topups", #"{"user":"\#(user)","signed_transaction":"\#(token)"}"#)
    }

    func submit(receipt: String, for user: String) async throws -> Told {
        try await call(.post, "/v1/topups", #"{"user":"\#(user)","receipt":"\#(receipt)"}"#)
    }

    func wallet(_ user: String, _ query: String = "") async throws -> Told {
        try await get("/v1/wallets/\(user)\(query)")
    }

    func available(_ user: String) async throws -> Int64? { try await wallet(user).number("available") }
}

extension ServiceFixture {
    /// Asks again and again, for two minutes at least: the machine may be slow, and what a failed try left taken up is
    /// taken up again when its lease of a minute is over.
    func waitUntil(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<1_200 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }
}

extension ServiceFixture {
    /// A new key, known to the service when this returns.
    func makeKey(_ scopes: [Scope], name: String = ServiceFixture.unique("key")) async throws -> String {
        let key = APIKey.generate()
        // Keys that are made at the same moment want the same number: some may have to try again.
        try #require(
            try await waitUntil {
                let made = try? await ledger.keys.create(
                    name: name, scopes: scopes.map(\.rawValue), digest: key.digest, hint: key.hint)
                return made != nil
            })
        try #require(try await waitUntil { try await call(.get, "/v1/packs", key: key.text).status != 401 })
        return key.text
    }
}
