internal import FoundationEssentials

/// Keeps the authority between two runs of a development system, so that purchases signed before stay genuine.
extension TestAuthority {
    private static let folder = "test-authority"
    private static let names = ["leaf.cer", "intermediate.cer", "root.cer"]
    private static let keyName = "leaf.key"
    private static let expiredFolder = "/signed-data-expired"

    package struct FileError: Error, Equatable {
        package let path: String
        package let what: String
    }

    /// Makes an authority in `directory`, which must exist and hold none yet. Only the owner can read it.
    package static func create(in directory: String) throws -> TestAuthority {
        let authority = try create()
        let final = directory + "/" + folder
        guard !FileManager.default.fileExists(atPath: final) else {
            throw FileError(path: final, what: "there is an authority already")
        }
        let unfinished = final + ".new"
        if FileManager.default.fileExists(atPath: unfinished) {  // left by a run that was stopped
            try FileManager.default.removeItem(atPath: unfinished)
        }
        try write(authority.signedData, to: unfinished + "/signed-data")
        try write(authority.receipts, to: unfinished + "/receipts")
        if let expired = authority.expired { try write(expired, to: unfinished + expiredFolder) }
        try FileManager.default.moveItem(atPath: unfinished, toPath: final)
        return authority
    }

    package static func load(from directory: String) throws -> TestAuthority {
        let path = directory + "/" + folder
        let hasExpired = FileManager.default.fileExists(atPath: path + expiredFolder)
        return TestAuthority(
            signedData: try readChain(path + "/signed-data"), receipts: try readChain(path + "/receipts"),
            expired: hasExpired ? try readChain(path + expiredFolder) : nil)
    }

    package static func loadOrCreate(in directory: String) throws -> TestAuthority {
        let exists = FileManager.default.fileExists(atPath: directory + "/" + folder)
        return exists ? try load(from: directory) : try create(in: directory)
    }

    /// DER of the two roots, for tools that want the certificates themselves.
    package var rootCertificates: [[UInt8]] { [signedData.certificates[2], receipts.certificates[2]] }

    private static func write(_ chain: SigningChain, to folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in zip(names + [keyName], chain.certificates + [chain.leafKey]) {
            let path = folder + "/" + name
            let isWritten = FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            guard isWritten else { throw FileError(path: path, what: "cannot write") }
        }
    }

    private static func readChain(_ folder: String) throws -> SigningChain {
        func read(_ name: String) throws -> [UInt8] {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else {
                throw FileError(path: folder + "/" + name, what: "cannot read")
            }
            return Array(data)
        }
        return SigningChain(certificates: try names.map(read), leafKey: try read(keyName))
    }
}
