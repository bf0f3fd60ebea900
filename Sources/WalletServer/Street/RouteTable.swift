internal import HTTPServer

/// Finds the route of a path. Works on the bytes as sent, so that a look-up costs no memory.
struct RouteTable: Sendable {
    enum Match: Hashable, Sendable {
        /// Index into the list of routes.
        case route(Int)
        /// The path exists with these methods, in the order of the list.
        case otherMethods([Route.Method])
        case none
    }

    private struct Row: Sendable {
        let route: Int
        let method: Route.Method
        /// Nil stands for a value.
        let segments: [[UInt8]?]
    }

    private let rows: [Row]
    /// More slashes than any route has: no route.
    private let segmentsMax: Int

    init(_ routes: [Route]) {
        rows = routes.enumerated().map { index, route in
            let segments = route.template.split(separator: "/").map { $0.hasPrefix("{") ? nil : Array($0.utf8) }
            return Row(route: index, method: route.method, segments: segments)
        }
        segmentsMax = rows.map(\.segments.count).max() ?? 0
    }

    /// - Parameters:
    ///   - method: as sent; `HEAD` is answered as `GET`.
    ///   - path: as sent, percent signs included: a literal segment must be written plainly.
    func match(method: String, path: String) -> Match {
        var others: [Route.Method] = []
        for row in rows where Self.fits(path.utf8, row.segments) {
            if row.method.rawValue == method || (method == "HEAD" && row.method == .get) { return .route(row.route) }
            others.append(row.method)
        }
        return others.isEmpty ? .none : .otherMethods(others)
    }

    private static func fits(_ path: String.UTF8View, _ segments: [[UInt8]?]) -> Bool {
        var rest = path[...]
        for segment in segments {
            guard rest.first == UInt8(ascii: "/") else { return false }
            rest = rest.dropFirst()
            if let segment {
                guard rest.starts(with: segment) else { return false }
                rest = rest.dropFirst(segment.count)
                guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return false }
            } else {
                let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                guard end > rest.startIndex else { return false }
                rest = rest[end...]
            }
        }
        return rest.isEmpty
    }
}
