/// Request line and headers. All text is valid UTF-8 without control characters.
package struct RequestHead: Sendable {
    /// As sent, upper and lower case differ: `GET`.
    package let method: String
    /// Before the `?`, not decoded; begins with `/` (or is `*` with OPTIONS).
    package let path: String
    /// After the `?`, not decoded; `nil` without one.
    package let rawQuery: String?
    package let headers: HeaderList
    /// The peer of the socket: numeric, without port. Behind a proxy it is the proxy.
    package let remoteAddress: String

    package init(
        method: String, path: String, rawQuery: String? = nil, headers: HeaderList = HeaderList(),
        remoteAddress: String = ""
    ) {
        self.method = method
        self.path = path
        self.rawQuery = rawQuery
        self.headers = headers
        self.remoteAddress = remoteAddress
    }

    /// The parameters in their order, decoded (`+` is a space); empty without a query.
    /// `nil` if a percent sign is not followed by two hex digits or the bytes are not UTF-8.
    package var query: [(name: String, value: String)]? {
        guard let rawQuery, !rawQuery.isEmpty else { return [] }
        var parameters: [(name: String, value: String)] = []
        for part in rawQuery.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(halves[0], plusIsSpace: true) else { return nil }
            guard halves.count > 1 else {
                parameters.append((name, ""))
                continue
            }
            guard let value = PercentEncoding.decode(halves[1], plusIsSpace: true) else { return nil }
            parameters.append((name, value))
        }
        return parameters
    }

    /// The path cut at each `/`, then decoded: `/a/b%2Fc` is `["a", "b/c"]`, `/` is `[""]`. `nil` as in `query`.
    package var pathSegments: [String]? {
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decode(part, plusIsSpace: false) else { return nil }
            segments.append(segment)
        }
        return segments
    }
}
