internal import HTTPServer
internal import WalletDomain

/// The process answers. No word about the database: restarting us would not heal it.
struct ReportLiveness: OpenEndpoint {
    static let route = Route(.get, "/livez", access: .anyone)

    func run() -> Response { HealthText.response(status: 200, "live") }
}

/// Requests that move coins can be served now.
struct ReportReadiness: OpenEndpoint {
    static let route = Route(.get, "/readyz", access: .anyone)
    let isReady: @Sendable () -> Bool

    func run() -> Response {
        isReady() ? HealthText.response(status: 200, "ready") : HealthText.response(status: 503, "not_ready")
    }
}

/// Counters for Prometheus.
struct ReportMetrics: OpenEndpoint {
    static let route = Route(.get, "/metrics", access: .operators)
    let text: @Sendable () -> String

    func run() -> Response {
        let headers = [("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store")]
        return Response(status: 200, headers: headers, body: .bytes(Array(text().utf8)))
    }
}

private enum HealthText {
    static func response(status: Int, _ word: String) -> Response {
        var writer = JSONWriter(reservingBytes: 32)
        writer.object { $0.member("status", word) }
        let headers = [Rendering.json, ("Cache-Control", "no-store")] + (status == 503 ? [("Retry-After", "1")] : [])
        return Response(status: status, headers: headers, body: .bytes(writer.bytes))
    }
}
