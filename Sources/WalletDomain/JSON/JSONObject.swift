/// A JSON object: its members in the order in which they came, no name twice.
package struct JSONObject: Equatable, Sendable {
    package struct Member: Equatable, Sendable {
        package let name: String
        package let value: JSONValue
    }

    package private(set) var members: [Member] = []
    /// Names seen so far, kept only once there are too many to compare one by one.
    private var names: Set<String> = []
    /// Up to here comparing is faster than hashing; beyond, it would be quadratic.
    private static let comparedMembersMax = 16

    package init() {}

    /// Parses one JSON text whose outermost value is an object.
    ///
    /// - Parameter bytes: UTF-8, at most what the caller's own bound lets through; nothing but white space around it.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        guard case .object(let object) = try JSONReader.parse(bytes) else { throw .notAnObject }
        self = object
    }

    package static func == (left: Self, right: Self) -> Bool { left.members == right.members }

    mutating func append(_ name: String, _ value: JSONValue) throws(JSONError) {
        if members.count < Self.comparedMembersMax {
            guard !members.contains(where: { $0.name == name }) else { throw .duplicateMember(name) }
        } else {
            if names.isEmpty { names = Set(members.map(\.name)) }
            guard names.insert(name).inserted else { throw .duplicateMember(name) }
        }
        members.append(Member(name: name, value: value))
    }

    package subscript(_ name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    /// Refuses members that the caller does not know: a misspelled option must not be silently ignored.
    package func requireOnly(_ known: [String]) throws(JSONError) {
        for member in members where !known.contains(member.name) { throw .unknownMember(member.name) }
    }
}
