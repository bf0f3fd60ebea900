/// The bounds of one client. Certificates are always verified; there is no switch for that.
package struct HTTPClientSettings: Sendable {
    package var connectTimeoutMs = 5_000
    package var timeoutMs = 30_000
    package var responseBytesMax = 4 * 1_024 * 1_024
    package var requestsMax = 1_024
    package var connectionsMax = 256
    /// Connections kept open for later requests.
    package var idleConnectionsMax = 64
    package var allowsPlainHTTP = true
    /// Path of a PEM file with the roots to trust instead of the system's: for tests and private authorities.
    package var certificateAuthorityPath: String?
    package var userAgent = "coffer"

    package init() {}
}
