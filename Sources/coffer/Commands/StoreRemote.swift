internal import HTTPClient
internal import WalletDomain

/// A simulated store that runs somewhere, as its commands speak to it.
struct StoreRemote: Sendable {
    static let flag = Flag.value(
        "--store", "URL", "of the running one; default http://127.0.0.1:\(SimulateStoreCommand.usualPort)")
    static let authorityFlag = Flag.value(
        "--store-authority", "FILE", "PEM roots to trust there, if it is https; default the system's")
    static let showFlag = Flag.value("--show", "MEMBER", "print only this member of the answer, as transaction_id")

    private let url: String
    private let shown: String?
    private let client: HTTPClient

    init(_ arguments: Arguments) {
        url = arguments.text(Self.flag.name) ?? "http://127.0.0.1:\(SimulateStoreCommand.usualPort)"
        shown = arguments.text(Self.showFlag.name)
        var settings = HTTPClientSettings()
        settings.certificateAuthorityPath = arguments.text(Self.authorityFlag.name)
        client = HTTPClient(settings: settings)
    }

    /// Calls, and prints the answer.
    func run(
        _ method: HTTPRequest.Method, _ path: String, _ members: ((inout JSONWriter) throws -> Void)? = nil
    ) async throws -> ExitCode {
        var body = JSONWriter()
        try body.object { try members?(&$0) }
        let bytes = try await answer(method, path, method == .get ? nil : body.bytes)
        Console.write(try text(try JSONObject(parsing: bytes), bytes))
        return .success
    }

    /// Reads something and prints it as it comes.
    func show(_ path: String) async throws -> ExitCode {
        Console.write(String(decoding: try await answer(.get, path, nil), as: UTF8.self))
        return .success
    }

    private func answer(_ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]?) async throws -> [UInt8] {
        let request = HTTPRequest(
            method, url + "/simulator/" + path, headers: [("Content-Type", "application/json")], body: body)
        let response: HTTPResponse
        do {
            response = try await client.send(request)
        } catch .tls {
            throw Failure("the certificate of \(url) is not trusted: name its root by --store-authority")
        } catch {
            throw Failure("no simulated store answers at \(url): start coffer simulate-store, or name it by --store")
        }
        guard response.status == 200 else {
            // Any answer but its own: what listens there is no store.
            let told = try? JSONObject(parsing: response.body).text("error")
            throw Failure(told ?? "what answers at \(url) says \(response.status)")
        }
        return response.body
    }

    private func text(_ answer: JSONObject, _ bytes: [UInt8]) throws -> String {
        guard let shown else { return String(decoding: bytes, as: UTF8.self) }
        guard let value = answer[shown] else {
            throw Failure("there is no \(shown); there are \(answer.members.map(\.name).joined(separator: ", "))")
        }
        if case .text(let text) = value { return text }
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
