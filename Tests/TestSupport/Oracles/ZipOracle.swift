internal import Foundation

/// What Python's own library finds in a ZIP archive.
package enum ZipOracle {
    package struct File: Equatable, Sendable {
        package let name: String
        package let bytes: [UInt8]

        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    package static var isPresent: Bool { FileManager.default.fileExists(atPath: OracleProcess.python) }

    /// In the archive's order.
    /// - Throws: if it is no archive, or a file in it is not what was packed.
    package static func files(_ archive: [UInt8]) async throws -> [File] {
        let told = try await OracleProcess.run(plainScript: "unzip.py", Data(archive))
        let listed = try JSONSerialization.jsonObject(with: told) as? [[Any]] ?? []
        return try listed.map { file in
            guard file.count == 2, let name = file[0] as? String, let text = file[1] as? String,
                let data = Data(base64Encoded: text)
            else { throw OracleProcess.Failed(what: "not a list of files") }
            return File(name: name, bytes: [UInt8](data))
        }
    }
}
