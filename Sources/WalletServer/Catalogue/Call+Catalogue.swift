internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

extension Call {
    /// The version that `If-Match` names, as our ETags of numbered things have it (`"7"`); nil without the header.
    func ifMatch() throws(Problem) -> Int64? {
        guard let header = headers["if-match"] else { return nil }
        guard header.count >= 3, header.first == "\"", header.last == "\"",
            let version = Int64(header.dropFirst().dropLast()), version >= 0, "\"\(version)\"" == header
        else { throw .malformed("If-Match") }
        return version
    }

    func requiredIfMatch() throws(Problem) -> Int64 {
        guard let version = try ifMatch() else { throw Problem(code: .ifMatchMissing) }
        return version
    }

    /// A positive number in the path; what is none names nothing.
    func number(_ name: String, missing: ProblemCode, from least: Int64 = 1) throws(Problem) -> Int64 {
        let text = path(name)
        guard let number = Int64(text), number >= least, String(number) == text else { throw Problem(code: missing) }
        return number
    }
}

/// What every change of the catalogue says beside the change itself.
struct ChangeWords: Sendable {
    static let members = ["reason", "confirm"]
    let reason: String
    let isConfirmed: Bool
    let origin: String

    init(_ call: Call, _ body: JSONObject) throws {
        reason = try body.title("reason", bytesMax: Limits.noteBytesMax)
        isConfirmed = try body.optionalBoolean("confirm") ?? false
        origin = call.origin
    }
}

/// A numbered thing's version as a strong validator, for `If-Match`.
func versionTag(_ version: Int64) -> [(String, String)] { [("ETag", "\"\(version)\"")] }
