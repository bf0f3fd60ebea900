internal import WalletDomain

/// The parameters behind the question mark.
struct Query: Sendable {
    private let values: [String: String]

    init(_ pairs: [(name: String, value: String)], only names: [String]) throws(Problem) {
        var values: [String: String] = [:]
        for (name, value) in pairs {
            guard names.contains(name), values.updateValue(value, forKey: name) == nil else {
                throw .malformed(names.contains(name) ? name : "query")
            }
        }
        self.values = values
    }

    subscript(_ name: String) -> String? { values[name] }

    /// `environment=Production|Sandbox`, in any letter case; nil if absent.
    func environment() throws(Problem) -> StoreEnvironment? {
        guard let text = values["environment"] else { return nil }
        guard let environment = StoreEnvironment(anyCase: text) else { throw .malformed("environment") }
        return environment
    }

    /// `tag=`: one tag of items; nil if absent.
    func tag() throws(Problem) -> String? {
        guard let tag = values["tag"] else { return nil }
        guard ItemDetails.isTag(tag) else { throw .malformed("tag") }
        return tag
    }

    /// `limit=1…`; the default if absent.
    func limit() throws(Problem) -> Int {
        guard let text = values["limit"] else { return Limits.pageRowsDefault }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let limit = Int(text), (1...Limits.pageRowsMax).contains(limit)
        else { throw .malformed("limit") }
        return limit
    }
}

extension StoreEnvironment {
    /// Admins and testers write it by hand: letter case does not count.
    init?(anyCase text: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            return nil
        }
        self = found
    }
}
