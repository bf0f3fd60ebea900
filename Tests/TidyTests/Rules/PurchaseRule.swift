/// Trust is a type: a `Purchase` is verified because only the room that verifies can make one.
enum PurchaseRule {
    static let maker = "AppStore"

    static func violations(in file: SwiftText) -> [Violation] {
        guard file.isSource, file.target != maker else { return [] }
        return numberedLines(file.code).filter { $0.text.contains(/(?:^|[^\w.])Purchase(?:\.init)?\(/) }
            .map { Violation(path: file.path, line: $0.number, what: "only \(maker) makes a Purchase") }
    }
}
