internal import HTTPServer
internal import WalletDomain

/// Where a request came from, for sessions and the audit log.
struct CallerOrigin: Hashable, Sendable {
    /// Numeric, without port.
    let address: String
    /// The browser's own words, shortened; empty if it says nothing.
    let agent: String

    init(address: String, agent: String = "") {
        self.address = address
        self.agent = String(agent.unicodeScalars.prefix(Limits.agentCharactersMax))
    }

    /// A proxy on this machine speaks for somebody else: then the last address it names is whom it heard itself.
    init(_ head: RequestHead) {
        let isLoopback = head.remoteAddress.hasPrefix("127.") || head.remoteAddress == "::1"
        let forwarded = head.headers["x-forwarded-for"]?.split(separator: ",").last.map { $0.filter { $0 != " " } }
        let isPlain = forwarded.map { $0.utf8.count <= Limits.addressBytesMax && $0.allSatisfy(Self.isOfAddress) }
        let address = isLoopback && isPlain == true ? forwarded : nil
        self.init(address: address ?? head.remoteAddress, agent: head.headers["user-agent"] ?? "")
    }

    private static func isOfAddress(_ character: Character) -> Bool {
        character.isHexDigit || character == "." || character == ":"
    }
}
