import Foundation
import TestSupport

/// Apple's own Python library as the judge of the store.
enum StoreJudge {
    struct Verdict: Decodable, Sendable {
        let checks: [String]
        let failures: [String]
    }

    static func judge(_ question: [String: Any]) async throws -> Verdict {
        let input = try JSONSerialization.data(withJSONObject: question)
        let output = try await OracleProcess.run(script: "store_judge.py", input)
        return try JSONDecoder().decode(Verdict.self, from: output)
    }
}
