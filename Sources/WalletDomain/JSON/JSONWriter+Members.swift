/// Members of an object. A nil optional leaves no trace; write `null` by hand where the contract wants one.
extension JSONWriter {
    package mutating func member(_ name: String, _ text: String) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: String, _ number: Int64) {
        self.name(name)
        value(number)
    }

    package mutating func member(_ name: String, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    package mutating func member(_ name: String, _ text: String?) {
        if let text { member(name, text) }
    }

    package mutating func member(_ name: String, _ number: Int64?) {
        if let number { member(name, number) }
    }

    package mutating func nullMember(_ name: String) {
        self.name(name)
        null()
    }

    package mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try object(members)
    }

    package mutating func array(_ name: String, _ elements: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try array(elements)
    }

    /// Any parsed value, as it came.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .text(let text): self.value(text)
        case .integer(let number): self.value(number)
        case .otherNumber(let digits): self.value(digits: digits)
        case .boolean(let flag): self.value(flag)
        case .null: null()
        case .array(let values): array { for value in values { $0.value(value) } }
        case .object(let object):
            self.object {
                for member in object.members {
                    $0.name(member.name)
                    $0.value(member.value)
                }
            }
        }
    }
}
