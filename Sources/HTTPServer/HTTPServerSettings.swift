/// The bounds of one server. Every default is safe; tests shorten the times.
package struct HTTPServerSettings: Sendable {
    /// A numeric address of this machine; `0.0.0.0` or `::` for all of them.
    package var host = "127.0.0.1"
    /// 0 takes a free one; `HTTPServer.port` tells which.
    package var port: UInt16 = 0

    package var connectionsMax = 4_096
    /// 0 is no limit: behind a proxy every client has the proxy's address.
    package var connectionsPerAddressMax = 0
    /// Requests between a complete head and the last byte of their answer; one more is refused with 503.
    package var requestsInFlightMax = 1_024

    package var headBytesMax = 16 * 1_024
    package var headersMax = 100
    /// What is read and thrown away of a body that is too long, before the connection is closed.
    package var discardedBodyBytesMax = 64 * 1_024 * 1_024

    /// From the first byte to the end of the head (on a new connection: from its start).
    package var headTimeoutMs = 10_000
    /// From the end of the head to the end of the body.
    package var bodyTimeoutMs = 30_000
    /// From an answer to the end of the next head, and the longest silence of a client that reads an answer.
    package var idleTimeoutMs = 60_000

    /// `nil` serves plain HTTP.
    package var tls: TLSFiles?

    package init() {}

    /// Paths of the PEM files for those without a proxy in front: certificate chain (leaf first) and private key.
    package struct TLSFiles: Sendable {
        package let certificatePath: String
        package let keyPath: String

        package init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }
    }
}
