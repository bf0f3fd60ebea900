internal import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// One step of the schema: a file `NNNN_verb_noun.sql`, never changed once it was released.
package struct Migration: Hashable, Sendable {
    package let number: Int32
    /// The file's name.
    package let name: String
    package let sql: String
    /// SHA-256 of the file: 32 bytes.
    package let checksum: [UInt8]

    package init(name: String, sql: String) throws(MigrationError) {
        let digits = name.prefix { $0 != "_" }
        guard name.hasSuffix(".sql"), digits.utf8.count == 4, let number = Int32(digits), number > 0 else {
            throw .badFile(name)
        }
        self.number = number
        self.name = name
        self.sql = sql
        checksum = SHA256.hash(Array(sql.utf8))
    }

    /// All migrations of a folder by number: 1, 2, 3 … without a gap.
    package static func load(folder: String) throws(MigrationError) -> [Migration] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .noFolder(folder)
        }
        var migrations: [Migration] = []
        for name in names.sorted() where name.hasSuffix(".sql") {
            guard let sql = text(of: folder + "/" + name) else { throw .badFile(name) }
            migrations.append(try Migration(name: name, sql: sql))
            guard migrations.count == Int(migrations[migrations.count - 1].number) else { throw .badFile(name) }
        }
        guard !migrations.isEmpty else { throw .noFolder(folder) }
        return migrations
    }

    private static func text(of path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return String(validating: data, as: UTF8.self)
    }
}

/// Why a database was not migrated. The texts are for operators: they may name what the server said.
package enum MigrationError: Error, Hashable, Sendable {
    case noFolder(String)
    /// Not named NNNN_verb_noun.sql, not readable as UTF-8, or a number is missing before it.
    case badFile(String)
    /// Applied, and its file is another now.
    case changed([String])
    /// Applied by a newer release than this one.
    case unknown([String])
    /// It was undone; those before it stay.
    case failed(name: String, reason: String)
    case database(String)
}

extension MigrationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noFolder(let path): "no migrations in \(path)"
        case .badFile(let name): "\(name) is not the next NNNN_verb_noun.sql in UTF-8"
        case .changed(let names): "changed since they were applied: \(names.joined(separator: ", "))"
        case .unknown(let names):
            "the database was migrated by a newer release: \(names.joined(separator: ", ")) unknown here"
        case .failed(let name, let reason): "\(name) failed and was undone: \(reason)"
        case .database(let reason): "the database cannot be migrated: \(reason)"
        }
    }
}
