internal import Foundation

/// Where PostgreSQL's server programs are, and as whom they may run.
struct ServerPrograms: Sendable {
    let directory: URL
    /// Set when we are root, as whom PostgreSQL refuses to run.
    let unprivilegedUser: String?

    enum Missing: Error, CustomStringConvertible {
        case programs, user

        var description: String {
            switch self {
            case .programs:
                "no initdb in /usr/lib/postgresql/15/bin, COFFER_POSTGRES_BIN or PATH: install postgresql-15"
            case .user: "root needs a user named postgres or nobody to run PostgreSQL as"
            }
        }
    }

    static func find() throws -> ServerPrograms {
        let environment = ProcessInfo.processInfo.environment
        let usual = ["/usr/lib/postgresql/15/bin", "/opt/homebrew/opt/postgresql@15/bin"]
        let path = environment["PATH", default: ""].split(separator: ":").map(String.init)
        let candidates = [environment["COFFER_POSTGRES_BIN"]].compactMap { $0 } + usual + path
        let found = candidates.first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
                && FileManager.default.isExecutableFile(atPath: "\($0)/postgres")
        }
        guard let found else { throw Missing.programs }
        return ServerPrograms(directory: URL(fileURLWithPath: found), unprivilegedUser: try unprivilegedUser())
    }

    private static func unprivilegedUser() throws -> String? {
        guard getuid() == 0 else { return nil }
        let users: [String] = ["postgres", "nobody"]
        let user = users.first { name in unsafe getpwnam(name) != nil }
        guard let user else { throw Missing.user }
        return user
    }

    /// The command line for `program`; as root `setpriv` changes the user and then becomes the program (same pid).
    func command(_ program: String, _ arguments: [String]) -> [String] {
        let own = [directory.appendingPathComponent(program).path] + arguments
        guard let user = unprivilegedUser else { return own }
        return ["setpriv", "--reuid", user, "--regid", String(groupID(of: user)), "--clear-groups"] + own
    }

    /// Lets the server's user own `directory`.
    func give(_ directory: URL) throws {
        guard let user = unprivilegedUser else { return }
        try FileManager.default.setAttributes([.ownerAccountName: user], ofItemAtPath: directory.path)
    }

    private func groupID(of user: String) -> UInt32 {
        guard let entry = unsafe getpwnam(user) else { return UInt32.max }
        return unsafe entry.pointee.pw_gid
    }
}
