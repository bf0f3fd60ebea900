internal import HTTPServer

/// Whether a request comes from the store's own page or from a program, not from another site's page.
struct SameSite: Sendable {
    /// `scheme://host:port`
    private let url: String

    init(url: String) { self.url = url }

    func allows(_ head: RequestHead) -> Bool {
        guard let host = head.headers["Host"], hosts.contains(host.lowercased()) else { return false }
        guard head.method != "GET" && head.method != "HEAD" else { return true }
        if let origin = head.headers["Origin"], origin.lowercased() != "\(scheme)://\(host.lowercased())" {
            return false
        }
        // Browsers that know it say who asks; programs say nothing.
        let site = head.headers["Sec-Fetch-Site"] ?? "same-origin"
        let type = head.headers["Content-Type"]?.lowercased() ?? ""
        return site == "same-origin" && type.split(separator: ";").first == "application/json"
    }

    private var scheme: Substring { url.prefix { $0 != ":" } }

    /// The address itself, and the name that loopback has on every machine.
    private var hosts: [String] {
        let authority = url.drop { $0 != ":" }.dropFirst("://".count)
        let port = authority[(authority.lastIndex(of: ":") ?? authority.endIndex)...]
        return [String(authority), "localhost\(port)", "127.0.0.1\(port)", "[::1]\(port)"]
    }
}
