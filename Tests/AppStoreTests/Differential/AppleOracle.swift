import Crypto
import Foundation
import TestSupport
import WalletDomain

/// Apple's own Python library as a second opinion.
enum AppleOracle {
    /// - Returns: for each token in order what the library says, `verdict` and perhaps `claims`.
    static func judge(_ tokens: [String], roots: [[UInt8]], bundleID: String) async throws -> [JSONObject] {
        var writer = JSONWriter()
        writer.object { line in
            line.array("roots") { list in for root in roots { list.value(Base64.encode(root, .standard)) } }
            line.member("bundle_id", bundleID)
        }
        var input = writer.bytes + [UInt8(ascii: "\n")]
        for token in tokens {
            var writer = JSONWriter()
            writer.object { $0.member("token", token) }
            input += writer.bytes + [UInt8(ascii: "\n")]
        }
        let answers = try await OracleProcess.run(script: "apple_oracle.py", Data(input)).split(
            separator: UInt8(ascii: "\n"))
        guard answers.count == tokens.count else { throw OracleProcess.Failed(what: "\(answers.count) answers") }
        return try answers.map { try JSONObject(parsing: Array($0)) }
    }
}
