/// How a database stands against a set of migrations.
package struct MigrationStatus: Hashable, Sendable {
    struct Applied: Hashable, Sendable {
        let number: Int32
        let name: String
        let checksum: [UInt8]
    }

    /// Still to be applied, in order.
    package let missing: [Migration]
    /// Applied, and the file is another one now.
    package let changed: [String]
    /// Applied by a newer release.
    package let unknown: [String]

    init(_ migrations: [Migration], applied: [Applied]) {
        let byNumber = Dictionary(applied.map { ($0.number, $0) }) { first, _ in first }
        let known = Set(migrations.map(\.number))
        missing = migrations.filter { byNumber[$0.number] == nil }
        changed = migrations.filter { migration in
            byNumber[migration.number].map { $0.checksum != migration.checksum } ?? false
        }.map(\.name)
        unknown = applied.filter { !known.contains($0.number) }.map(\.name)
    }

    package var isCurrent: Bool { missing.isEmpty && changed.isEmpty && unknown.isEmpty }
}
