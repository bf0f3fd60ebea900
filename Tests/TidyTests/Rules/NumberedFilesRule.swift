/// Migrations and decisions are told apart by number: four digits, each once.
enum NumberedFilesRule {
    /// `0001_create_wallets.sql`: verb, noun; numbers from 1 without a gap, because they run in order.
    static func migrationViolations(_ paths: [String]) -> [Violation] {
        let misnamed = paths.filter { !name($0).contains(/^[0-9]{4}_[a-z]+(?:_[a-z0-9]+)+\.sql$/) }
            .map { Violation(path: $0, line: 0, what: "a migration is named NNNN_verb_noun.sql") }
        let numbers = paths.map { number($0) ?? 0 }.sorted()
        let gap = zip(numbers, 1...).first { $0 != $1 }
            .map { Violation(path: "Migrations", line: 0, what: "number \($0.1) is missing or not alone") }
        return misnamed + (gap.map { [$0] } ?? [])
    }

    /// `0001-one-binary.md`. A number may be missing while a decision is being discussed.
    static func decisionViolations(_ paths: [String]) -> [Violation] {
        let misnamed = paths.filter { !name($0).contains(/^[0-9]{4}(?:-[a-z0-9]+)+\.md$/) }
            .map { Violation(path: $0, line: 0, what: "a decision is named NNNN-title.md") }
        let twice = Dictionary(grouping: paths) { number($0) ?? 0 }.values.filter { $0.count > 1 }
            .map { Violation(path: $0[1], line: 0, what: "has the number of \($0[0])") }
        return misnamed + twice.sorted { $0.path < $1.path }
    }

    private static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

    private static func number(_ path: String) -> Int? { Int(name(path).prefix(4)) }
}
