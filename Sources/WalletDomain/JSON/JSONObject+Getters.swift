/// Typed access. A plain getter demands the member; an `optional…` one gives nil where it is absent or `null`.
/// Each error names the member.
extension JSONObject {
    package func text(_ name: String) throws(JSONError) -> String {
        try required(optionalText(name), name)
    }

    package func optionalText(_ name: String) throws(JSONError) -> String? {
        guard let value = present(name) else { return nil }
        guard case .text(let text) = value else { throw .wrongType(name, expected: .text) }
        return text
    }

    /// A whole number inside `range`; the default is everything that 64 bits hold.
    package func integer(_ name: String, in range: ClosedRange<Int64> = .min ... .max) throws(JSONError) -> Int64 {
        try required(optionalInteger(name, in: range), name)
    }

    package func optionalInteger(
        _ name: String, in range: ClosedRange<Int64> = .min ... .max
    ) throws(JSONError) -> Int64? {
        switch present(name) {
        case nil: return nil
        case .integer(let number):
            guard range.contains(number) else { throw .outOfRange(name) }
            return number
        case .otherNumber: throw .outOfRange(name)
        case .text, .boolean, .null, .array, .object: throw .wrongType(name, expected: .integer)
        }
    }

    package func boolean(_ name: String) throws(JSONError) -> Bool {
        try required(optionalBoolean(name), name)
    }

    package func optionalBoolean(_ name: String) throws(JSONError) -> Bool? {
        guard let value = present(name) else { return nil }
        guard case .boolean(let flag) = value else { throw .wrongType(name, expected: .boolean) }
        return flag
    }

    package func array(_ name: String) throws(JSONError) -> [JSONValue] {
        try required(optionalArray(name), name)
    }

    package func optionalArray(_ name: String) throws(JSONError) -> [JSONValue]? {
        guard let value = present(name) else { return nil }
        guard case .array(let values) = value else { throw .wrongType(name, expected: .array) }
        return values
    }

    package func object(_ name: String) throws(JSONError) -> JSONObject {
        try required(optionalObject(name), name)
    }

    package func optionalObject(_ name: String) throws(JSONError) -> JSONObject? {
        guard let value = present(name) else { return nil }
        guard case .object(let object) = value else { throw .wrongType(name, expected: .object) }
        return object
    }

    /// The member's value, unless absent or `null`.
    private func present(_ name: String) -> JSONValue? {
        switch self[name] {
        case nil, .null: nil
        case .some(let value): value
        }
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
        guard let value else { throw .missing(name) }
        return value
    }
}
