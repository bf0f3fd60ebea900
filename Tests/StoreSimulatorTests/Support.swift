import Foundation
import HTTPServer
import StoreSimulator
import Synchronization

/// A developer's server: notes what it gets and answers what it is told to.
final class Inbox: RequestHandler {
    private let bodies = Mutex<[[UInt8]]>([])
    private let statuses: Mutex<[Int]>

    /// - Parameter statuses: of the first answers; afterwards 200.
    init(statuses: [Int] = []) { self.statuses = Mutex(statuses) }

    var received: [[UInt8]] { bodies.withLock { $0 } }

    /// Claims of the notifications in the order in which they came.
    func claims() throws -> [[String: Any]] { try payloads().map(JWS.claims) }

    func payloads() throws -> [String] {
        try received.map { body in
            let envelope = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            return envelope?["signedPayload"] as? String ?? ""
        }
    }

    func admit(_ head: RequestHead) -> Admission { .accept(bodyBytesMax: 1_000_000) }

    func handle(_ request: Request, _ responder: Responder) {
        bodies.withLock { $0.append(request.body) }
        let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
        responder.respond(Response(status: status))
    }

    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Response(status: kind.status) }
}

enum JWS {
    /// What it says, believed without a look at its signature.
    static func claims(_ text: String) -> [String: Any] { part(1, of: text) }

    /// DER of the certificates that it brings.
    static func chain(_ text: String) -> [Data] {
        (part(0, of: text)["x5c"] as? [String] ?? []).compactMap { Data(base64Encoded: $0) }
    }

    private static func part(_ index: Int, of text: String) -> [String: Any] {
        let parts = text.split(separator: ".")
        guard parts.count == 3 else { return [:] }
        var base64 = String(parts[index]).replacing("-", with: "+").replacing("_", with: "/")
        while base64.count % 4 != 0 { base64 += "=" }
        let json = try? JSONSerialization.jsonObject(with: Data(base64Encoded: base64) ?? Data())
        return json as? [String: Any] ?? [:]
    }
}

/// One authority for all stores of these tests: each has its own purchases, and making keys takes longest of all.
enum SharedAuthority {
    private static let made = Result { try TestAuthority.create() }

    static func settings() throws -> SimulatorSettings {
        var settings = SimulatorSettings()
        settings.authority = try made.get()
        return settings
    }

    static func store() throws -> SimulatedStore { try SimulatedStore(try settings()) }
}

/// Asks until it is so; a test that waits in vain fails at its `#expect`.
func eventually(_ isSo: () -> Bool) async -> Bool {
    for _ in 0..<1_500 {
        if isSo() { return true }
        try? await Task.sleep(for: .milliseconds(20))
    }
    return false
}
