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

    /// By number of segments: a path is compared with those of its own length only.
    private let rows: [[Row]]
    private static let slash = UInt8(ascii: "/")

    init(_ routes: [Route]) {
        let all = routes.enumerated().map { index, route in
            let segments = route.template.split(separator: "/").map { $0.hasPrefix("{") ? nil : Array($0.utf8) }
            return Row(route: index, method: route.method, segments: segments)
        }.sorted { Self.isBefore($0, $1) }
        let segmentsMax = all.map(\.segments.count).max() ?? 0
        rows = (0...segmentsMax).map { count in all.filter { $0.segments.count == count } }
    }

    /// - Parameters:
    ///   - method: as sent; `HEAD` is answered as `GET`.
    ///   - path: as sent, percent signs included: a literal segment must be written plainly.
    func match(method: String, path: String) -> Match {
        let bytes = path.utf8.span
        let count = Self.segmentCount(bytes)
        guard count < rows.count else { return .none }
        var others: [Route.Method] = []
        for row in rows[count] where Self.fits(bytes, row.segments) {
            if row.method.rawValue == method || (method == "HEAD" && row.method == .get) { return .route(row.route) }
            others.append(row.method)
        }
        return others.isEmpty ? .none : .otherMethods(others)
    }

    /// A plain word wins over a value, from the left; else what is listed first.
    private static func isBefore(_ left: Row, _ right: Row) -> Bool {
        let values = (left.segments.map { $0 == nil ? 1 : 0 }, right.segments.map { $0 == nil ? 1 : 0 })
        return values.0 == values.1 ? left.route < right.route : values.0.lexicographicallyPrecedes(values.1)
    }

    private static func segmentCount(_ path: Span<UInt8>) -> Int {
        var count = 0
        for index in path.indices where path[index] == slash { count += 1 }
        return count
    }

    private static func fits(_ path: Span<UInt8>, _ segments: [[UInt8]?]) -> Bool {
        var position = 0
        for segment in segments {
            guard position < path.count, path[position] == slash else { return false }
            let start = position + 1
            position = start
            while position < path.count, path[position] != slash { position += 1 }
            if let segment {
                guard isEqual(path, start..<position, segment) else { return false }
            } else {
                guard position > start else { return false }
            }
        }
        return position == path.count && !segments.isEmpty
    }

    private static func isEqual(_ path: Span<UInt8>, _ range: Range<Int>, _ segment: [UInt8]) -> Bool {
        guard range.count == segment.count else { return false }
        for index in segment.indices where path[range.lowerBound + index] != segment[index] { return false }
        return true
    }
}
