/// Which statements a session has prepared, and under which names.
struct PreparedStatements {
    private struct Entry {
        let name: String
        let types: [UInt32]
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Never reset: a forgotten name may still exist on the server.
    private var namesGiven = 0

    /// The name under which `key` is known, and whether it must be prepared first.
    mutating func name(for key: ObjectIdentifier, types: ArraySlice<UInt32>) -> (name: String, isNew: Bool) {
        if let entry = entries[key] {
            precondition(entry.types.elementsEqual(types), "a statement binds the same types every time")
            return (entry.name, false)
        }
        namesGiven += 1
        let name = "s\(namesGiven)"
        entries[key] = Entry(name: name, types: Array(types))
        return (name, true)
    }

    mutating func forget(_ key: ObjectIdentifier) { entries[key] = nil }

    mutating func forgetAll() { entries.removeAll() }
}

/// What libpq answers next: to a Parse, or to a statement of the pipeline.
enum ExpectedAnswer {
    case prepared(ObjectIdentifier, Int)
    case rows(Int)

    var statementIndex: Int {
        switch self {
        case .prepared(_, let index), .rows(let index): index
        }
    }
}

extension Pipeline {
    /// No COMMIT inside was answered: all that ran was undone with the failure.
    var hasCommittedNothing: Bool { !steps.contains { $0.receiver.hasCommitted } }
}
