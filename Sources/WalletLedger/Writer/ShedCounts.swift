/// Why a command was sent away untried.
package enum ShedReason: Int, CaseIterable, Sendable {
    /// Its lane's queue was full, with nothing of a lower class in it.
    case full
    /// Its lane was behind, and it could not have been done before its deadline.
    case old
    /// It had to go for one of a higher class.
    case displaced

    package var name: String {
        switch self {
        case .full: "full"
        case .old: "old"
        case .displaced: "displaced"
        }
    }
}

/// How many commands were sent away untried.
package struct ShedCounts: Sendable {
    private var counts = [Int64](repeating: 0, count: JobClass.allCases.count * ShedReason.allCases.count)

    package init() {}

    package subscript(_ priority: JobClass, _ reason: ShedReason) -> Int64 {
        counts[Self.index(priority, reason)]
    }

    mutating func count(_ priority: JobClass, _ reason: ShedReason) { counts[Self.index(priority, reason)] += 1 }

    package static func + (left: Self, right: Self) -> Self {
        var sum = left
        for index in sum.counts.indices { sum.counts[index] += right.counts[index] }
        return sum
    }

    private static func index(_ priority: JobClass, _ reason: ShedReason) -> Int {
        priority.rawValue * ShedReason.allCases.count + reason.rawValue
    }
}
