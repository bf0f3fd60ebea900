/// A numeric address and a port.
struct ListenAddress: Hashable, Sendable {
    let host: String
    let port: UInt16

    static let usual = ListenAddress(host: "127.0.0.1", port: 8_080)

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// - Parameter text: `127.0.0.1:8080` or `[::1]:8080`.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else { return nil }
        self.init(host: String(host), port: port)
    }

    /// As a URL has it.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
