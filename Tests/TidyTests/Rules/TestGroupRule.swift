/// `scripts/test` names the test targets in groups; this keeps the list whole.
enum TestGroupRule {
    static let script = "scripts/test"

    static func violations(targets: Set<String>, script: String) -> [Violation] {
        let named = Set(script.matches(of: /\w+Tests\b/).map { String($0.0) })
        return targets.subtracting(named).sorted()
            .map { Violation(path: self.script, line: 0, what: "\($0) is in no group") }
    }
}
