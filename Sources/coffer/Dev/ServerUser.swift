internal import Foundation

/// As whom PostgreSQL runs: ourselves, or an unprivileged user when we are root, as whom it refuses to run.
struct ServerUser: Sendable {
    /// The owner of the cluster, which is also the name of its superuser.
    let name: String
    /// Set when we are root.
    private let groupID: String?

    private static let candidates = ["postgres", "nobody"]

    static func find() throws(Failure) -> ServerUser {
        guard getuid() == 0 else {
            return ServerUser(name: try ExternalProgram.output(["id", "-un"]), groupID: nil)
        }
        for name in candidates {
            // No such user: the next one may be there.
            guard let groupID = try? ExternalProgram.output(["id", "-g", name]) else { continue }
            guard ExternalProgram.find("setpriv") != nil else {
                throw Failure("setpriv is missing, which root needs to run PostgreSQL: install util-linux")
            }
            return ServerUser(name: name, groupID: groupID)
        }
        throw Failure("root needs a user named \(candidates.joined(separator: " or ")) to run PostgreSQL as")
    }

    /// The command line that runs `command` as this user; the process stays the same one.
    func command(_ command: [String]) -> [String] {
        guard let groupID else { return command }
        return ["setpriv", "--reuid", name, "--regid", groupID, "--clear-groups"] + command
    }

    /// Lets the user own a file or folder of ours.
    func give(_ path: String) throws(Failure) {
        guard groupID != nil else { return }
        do {
            try FileManager.default.setAttributes([.ownerAccountName: name], ofItemAtPath: path)
        } catch {
            throw Failure("cannot give \(path) to \(name)")
        }
    }

    /// Whether the user can get at what lies in `folder`: not below a home directory that is closed to others.
    func canEnter(_ folder: String) -> Bool {
        guard groupID != nil else { return true }
        // It fails if the answer is no.
        return (try? ExternalProgram.output(command(["test", "-x", folder]))) != nil
    }
}
