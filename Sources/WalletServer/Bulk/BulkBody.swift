internal import HTTPServer
internal import WalletDomain

/// `{"operations": [ … ], "atomic": false}`. What is wrong with a line is the line's matter.
struct BulkBody: Sendable {
    let operations: [JSONValue]
    let isAtomic: Bool

    init(_ call: Call) throws {
        let body = try call.object(only: ["operations", "atomic"])
        operations = try body.array("operations")
        guard (1...Limits.bulkLinesMax).contains(operations.count) else { throw Problem.malformed("operations") }
        isAtomic = try body.optionalBoolean("atomic") ?? false
    }
}
