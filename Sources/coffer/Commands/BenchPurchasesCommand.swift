internal import Foundation
internal import StoreSimulator

/// `coffer bench-purchases`: purchases for the mixed load of `Benchmarks/`, signed by an authority made for them.
enum BenchPurchasesCommand {
    static let command = Subcommand(
        words: ["bench-purchases"], summary: "Prints signed purchases, one a line, for the benchmarks",
        flags: [
            .value("--count", "N", "how many; default 1000"),
            .value("--data", "DIR", "where roots.pem is written, which the service must trust", isRequired: true),
        ],
        isHidden: true
    ) { arguments in
        let count = try arguments.number("--count", in: 1...countMax) ?? 1_000
        let data = try arguments.required("--data")
        let authority = try TestAuthority.create()
        try Data(authority.rootsPEM.utf8).write(to: URL(filePath: data + "/roots.pem"))
        let at = Date()
        for start in stride(from: 0, to: count, by: linesAtOnce) {
            let numbers = start..<min(start + linesAtOnce, count)
            let lines = try numbers.map { try authority.sign(transaction($0, at: at)) }
            Console.write(lines.joined(separator: "\n"))
        }
        return .success
    }

    static let bundle = "com.example.bench"
    static let product = "com.example.bench.coins"
    private static let linesAtOnce = 1_000
    private static let countMax = 1_000_000
    private static let firstID: UInt64 = 2_000_000_000_000_000
    private static let millisecondsASecond = 1_000.0

    private static func transaction(_ number: Int, at: Date) -> SimulatedTransaction {
        SimulatedTransaction(
            transactionID: String(firstID + UInt64(number)), bundleID: bundle, productID: product,
            environment: "Production", atMs: Int64(at.timeIntervalSince1970 * millisecondsASecond))
    }
}
