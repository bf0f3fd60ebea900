import Foundation
import HTTPClient
import HTTPServer
import Testing

/// Server and client over TLS, with certificates made for the run by the `openssl` program.
@Suite struct TLSTests {
    /// A certificate for 127.0.0.1 that is its own root, and its key; removed with the object.
    final class Material: Sendable {
        let directory: URL
        var certificatePath: String { directory.appendingPathComponent("certificate.pem").path }
        var keyPath: String { directory.appendingPathComponent("key.pem").path }

        var files: HTTPServerSettings.TLSFiles { .init(certificatePath: certificatePath, keyPath: keyPath) }

        init(name: String = "IP:127.0.0.1") throws {
            directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let openssl = Process()
            openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            openssl.arguments =
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test"
                .split(separator: " ").map(String.init)
                + ["-addext", "subjectAltName=\(name)", "-keyout", keyPath, "-out", certificatePath]
            openssl.standardError = FileHandle.nullDevice
            try openssl.run()
            openssl.waitUntilExit()
        }

        deinit { try? FileManager.default.removeItem(at: directory) }
    }

    private static func start(_ material: Material) throws -> HTTPServer {
        var settings = HTTPServerSettings()
        settings.tls = material.files
        return try HTTPServer(settings: settings, handler: Mirror())
    }

    private static func client(trusting material: Material) -> HTTPClient {
        var settings = HTTPClientSettings()
        settings.certificateAuthorityPath = material.certificatePath
        return HTTPClient(settings: settings)
    }

    @Test func `a trusted certificate carries requests, large ones too`() async throws {
        let material = try Material()
        let server = try Self.start(material)
        defer { server.stop() }
        let body = [UInt8](repeating: 7, count: 1_000_000)
        let request = HTTPRequest(.post, "https://127.0.0.1:\(server.port)/200", body: body)
        let client = Self.client(trusting: material)
        for _ in 0..<3 { #expect(try await client.send(request).body == body) }
    }

    @Test func `an unknown certificate, a wrong name and no TLS at all are refused`() async throws {
        let material = try Material()
        let server = try Self.start(material)
        defer { server.stop() }
        let elsewhere = try Material(name: "DNS:elsewhere.example")
        let other = try Self.start(elsewhere)
        defer { other.stop() }
        let plain = try HTTPServer(settings: HTTPServerSettings(), handler: Mirror())
        defer { plain.stop() }
        let cases = [
            (HTTPClient(), server.port), (Self.client(trusting: elsewhere), other.port),
            (Self.client(trusting: material), plain.port),
        ]
        for (client, port) in cases {
            await #expect(throws: HTTPClientError.tls) {
                _ = try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(port)/200"))
            }
        }
    }

    @Test func `broken files stop the start, not the first request`() throws {
        let material = try Material()
        let other = try Material()
        let garbage = material.directory.appendingPathComponent("garbage.pem").path
        try Data("-----BEGIN CERTIFICATE-----\nnonsense\n".utf8).write(to: URL(fileURLWithPath: garbage))
        let missing = material.directory.appendingPathComponent("missing.pem").path
        let cases: [(certificate: String, key: String, error: HTTPServerError)] = [
            (missing, material.keyPath, .fileUnreadable(path: missing)),
            (material.certificatePath, missing, .fileUnreadable(path: missing)),
            (garbage, material.keyPath, .tlsFilesInvalid), (material.certificatePath, garbage, .tlsFilesInvalid),
            (material.certificatePath, other.keyPath, .tlsFilesInvalid),
            (material.keyPath, material.certificatePath, .tlsFilesInvalid),
        ]
        for (certificate, key, error) in cases {
            var settings = HTTPServerSettings()
            settings.tls = .init(certificatePath: certificate, keyPath: key)
            #expect(throws: error) { try HTTPServer(settings: settings, handler: Mirror()) }
        }
    }

    @Test func `plain text on a TLS port harms nobody`() async throws {
        let material = try Material()
        let server = try Self.start(material)
        defer { server.stop() }
        _ = try? await HTTPClient().send(HTTPRequest(.get, "http://127.0.0.1:\(server.port)/", timeoutMs: 1_000))
        let client = Self.client(trusting: material)
        let response = try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/200"))
        #expect(response.status == 200)
    }
}
