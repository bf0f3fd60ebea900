internal import Foundation

/// PostgreSQL's server programs, which Debian keeps out of PATH.
struct PostgresPrograms: Sendable {
    private let folder: String

    private static let usual = [
        "/usr/lib/postgresql/15/bin", "/opt/homebrew/opt/postgresql@15/bin", "/usr/local/opt/postgresql@15/bin",
    ]
    private static let needed = ["initdb", "postgres"]

    static func find(_ given: String?) throws(Failure) -> PostgresPrograms {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = given.map { [$0] } ?? (usual + path.split(separator: ":").map(String.init))
        let found = folders.first { folder in
            needed.allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
        guard let found else {
            let place = given ?? "\(usual[0]) or PATH"
            throw Failure("PostgreSQL's server is missing (no \(needed[0]) in \(place)): install postgresql-15")
        }
        return PostgresPrograms(folder: found)
    }

    func path(_ program: String) -> String { "\(folder)/\(program)" }
}
