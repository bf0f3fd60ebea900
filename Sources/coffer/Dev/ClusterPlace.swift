internal import Foundation

/// Where the cluster of a data folder stands: inside it if the server's user can get there.
struct ClusterPlace: Sendable {
    let folder: DevFolder
    let user: ServerUser

    private static let fallback = "/var/tmp"
    private static let socketFallback = "/tmp"
    /// `sun_path` holds 108 bytes on Linux and 104 elsewhere; the name of the socket takes its share.
    private static let socketPathBytesMax = 100
    private static let privateMode = 0o700

    /// A home directory that is closed to others keeps the server's user out: then the cluster stands in `/var/tmp`,
    /// and a link in the data folder leads there.
    func dataFolder() throws -> String {
        let link = folder.postgres
        // No link, no other place.
        if let elsewhere = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { return elsewhere }
        if user.canEnter(folder.path) { return link }
        let place = freePlace()
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try user.give(place)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place + "/postgres")
        return place + "/postgres"
    }

    /// What a folder of the same name left there belongs to nobody we know: it stays.
    private func freePlace() -> String {
        let first = "\(Self.fallback)/\(folder.shortName)"
        var place = first
        var number = 1
        while FileManager.default.fileExists(atPath: place) {
            number += 1
            place = "\(first)-\(number)"
        }
        return place
    }

    /// The folder of the socket: the cluster's own, or one in `/tmp` if the path is too long or needs quoting.
    func sockets(_ data: String) throws -> String {
        let isPlain = data.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
        if isPlain, "\(data)/.s.PGSQL.\(ClusterFiles.port)".utf8.count <= Self.socketPathBytesMax { return data }
        let place = "\(Self.socketFallback)/\(folder.shortName)"
        if !FileManager.default.fileExists(atPath: place) {
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: Self.privateMode])
            try user.give(place)
        }
        let owner = try FileManager.default.attributesOfItem(atPath: place)[.ownerAccountName] as? String
        guard owner == user.name else { throw Failure("\(place) belongs to somebody else") }
        return place
    }
}
