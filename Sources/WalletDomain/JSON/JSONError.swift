/// Why bytes are not the JSON that was asked for. Every case names the place or the member, none quotes a value.
package enum JSONError: Error, Equatable, Sendable {
    /// Not JSON by RFC 8259; the offset in bytes from the start.
    case syntax(offset: Int)
    /// Nested deeper than `Limits.jsonDepthMax`.
    case tooDeep
    /// A member stands twice in one object: readers differ about which counts, so neither does.
    case duplicateMember(String)
    /// Invalid UTF-8, a lone surrogate or a NUL inside a string.
    case badText(offset: Int)
    /// The outermost value is no object.
    case notAnObject
    case missing(String)
    case wrongType(String, expected: JSONKind)
    /// A number that is not written as a whole number (`120.0` and `1e3` are not), or outside the allowed range.
    case outOfRange(String)
    case unknownMember(String)
}

/// The kinds of values that a getter may expect.
package enum JSONKind: String, Equatable, Sendable {
    case text = "string"
    case integer
    case boolean
    case array
    case object
}
