/// What a simulated store is. Every default works on its own.
package struct SimulatorSettings: Sendable {
    package var bundleID = "com.example.courses"
    /// Apple's number of the app. In the sandbox notifications may come without it; ours always have it.
    package var appAppleID: Int64 = 1_234_567_890
    package var products = SimulatedProduct.samples
    /// Where authority, key and journal are kept; nil keeps nothing.
    package var folder: String?

    /// Where each world's notifications go; none go where nothing is named.
    package var notificationURLs: [SimulatedEnvironment: String] = [:]
    /// PEM file with the roots that the developer's server is trusted by; nil takes the system's.
    package var notificationAuthorityPath: String?
    /// 2, or 1 for servers that never moved on.
    package var notificationVersion = 2
    /// How much faster than Apple the waiting between two attempts goes by: 3,600 makes an hour a second.
    package var speed: Double = 1
    /// The app's shared secret: needed for receipts with subscriptions, and sent with notifications of version 1.
    package var sharedSecret = "simulated-shared-secret"

    package var host = "127.0.0.1"
    /// Production, the page and its calls. 0 takes a free one.
    package var port: UInt16 = 0
    package var sandboxPort: UInt16 = 0
    /// PEM files; nil serves plain HTTP.
    package var certificatePath: String?
    package var keyPath: String?
    /// Made elsewhere; nil takes the folder's, or a new one.
    package var authority: TestAuthority?
    /// A key made elsewhere; nil lets the store make one.
    package var apiKey: SimulatedAPIKey?

    /// Milliseconds since 1970 UTC.
    package var nowMs: @Sendable () -> Int64 = SimulatorSettings.systemNowMs

    package init() {}
}
