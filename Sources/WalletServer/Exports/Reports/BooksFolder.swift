internal import Crypto
package import Foundation
internal import WalletDomain

/// Writes an export into a folder. A file has its name only when it is whole; what a run before has finished for the
/// same inputs stays as it is; the manifest comes last, so a folder with one is complete.
package struct BooksFolder {
    private let folder: URL
    private let order: BooksOrder
    private let manifest: BooksManifest
    private var done = Done()

    /// What is whole already: products, since some have no files, and their files.
    private struct Done {
        var products: Set<String> = []
        var files: [BooksManifest.File] = []
    }

    private static let progressName = "manifest.part.json"

    /// - Throws: if the folder cannot be made.
    package init(_ folder: URL, _ order: BooksOrder, _ inputs: BooksManifest.Inputs) throws {
        self.folder = folder
        self.order = order
        manifest = BooksManifest(order, inputs)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        done = try finished()
    }

    /// Where rows wait that do not fit into memory.
    package var spoolFolder: URL { folder.appending(path: ".spool") }

    package func removeSpool() { try? FileManager.default.removeItem(at: spoolFolder) }  // Nothing else is in it.

    /// What has to be heard for: all that is not there yet. Nil: the folder is complete.
    package var missing: BooksOrder? {
        let products = order.products.filter { !done.products.contains($0.name) }
        let hasManifest = FileManager.default.fileExists(atPath: folder.appending(path: BooksManifest.name).path)
        guard !products.isEmpty || !hasManifest else { return nil }
        return BooksOrder(
            scope: order.scope, policy: order.policy, format: order.format, products: products,
            isDetailed: order.isDetailed)
    }

    /// - Parameters:
    ///   - reports: of `missing`, after the run.
    ///   - onProgress: is told each file that is finished.
    /// - Returns: all files of the export, in their order, and the manifest's SHA-256 in hexadecimal.
    @discardableResult
    package mutating func write(
        _ reports: inout BooksReports, _ missing: BooksOrder, onProgress: (BooksManifest.File) -> Void = { _ in }
    ) throws -> (files: [BooksManifest.File], manifestSHA256: String) {
        try? FileManager.default.removeItem(at: folder.appending(path: BooksManifest.name))  // Of another export.
        for (product, files) in zip(missing.products, try reports.files()) {
            for file in files {
                let written = try write(file, of: product)
                done.files.append(written)
                onProgress(written)
            }
            done.products.insert(product.name)
            try note()
        }
        let places = Dictionary(BooksProduct.all.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let files = done.files.sorted { (places[$0.product] ?? 0, $0.name) < (places[$1.product] ?? 0, $1.name) }
        let bytes = manifest.bytes(reports, files, products: done.products)
        try replace(BooksManifest.name, with: bytes)
        try? FileManager.default.removeItem(at: folder.appending(path: Self.progressName))  // Nobody needs it now.
        return (files, hexadecimal(SHA256.hash(bytes)))
    }

    private func write(_ file: ExportedFile, of product: BooksProduct) throws -> BooksManifest.File {
        let part = folder.appending(path: file.name + ".part")
        guard FileManager.default.createFile(atPath: part.path, contents: nil) else {
            throw ExportError.outputFailed("cannot create \(part.path)")
        }
        let handle = try FileHandle(forWritingTo: part)
        var (file, digest, count) = (file, SHA256(), Int64(0))
        while let piece = try file.next() {
            try handle.write(contentsOf: Data(piece))
            digest.update(piece)
            count += Int64(piece.count)
        }
        try handle.synchronize()
        try handle.close()
        try move(part, to: file.name)
        return BooksManifest.File(
            name: file.name, product: product.name, count: file.count, bytes: count,
            sha256: hexadecimal(digest.finish()))
    }

    private func replace(_ name: String, with bytes: [UInt8]) throws {
        let part = folder.appending(path: name + ".part")
        try Data(bytes).write(to: part)
        try move(part, to: name)
    }

    /// Foundation's replaceItemAt loses the new file on Linux: remove, then move.
    private func move(_ part: URL, to name: String) throws {
        let target = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
        try FileManager.default.moveItem(at: part, to: target)
    }

    /// Remembers which products are whole.
    private func note() throws {
        var json = JSONWriter()
        json.object { object in
            object.member("inputs_sha256", manifest.fingerprint)
            BooksManifest.write(done.products, to: &object)
            object.array("files") { list in
                for file in done.files { list.object { BooksManifest.write(file, to: &$0) } }
            }
        }
        try replace(Self.progressName, with: json.bytes)
    }

    /// Of a run before with the same inputs, what still is what it was. A product counts only as a whole.
    private func finished() throws -> Done {
        for name in [BooksManifest.name, Self.progressName] {
            // No file, or none of ours: everything is made again.
            guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
                let listed = try? self.listed([UInt8](bytes))
            else { continue }
            let spoiled = Set(try listed.files.filter { try !isThere($0) }.map(\.product))
            return Done(
                products: listed.products.subtracting(spoiled),
                files: listed.files.filter { !spoiled.contains($0.product) })
        }
        return Done()
    }

    /// Nil: made from other inputs.
    private func listed(_ bytes: [UInt8]) throws(JSONError) -> Done? {
        let manifest = try JSONObject(parsing: bytes)
        guard try manifest.text("inputs_sha256") == self.manifest.fingerprint else { return nil }
        var done = Done()
        for case .text(let name) in try manifest.array("reports") { done.products.insert(name) }
        for case .object(let file) in try manifest.array("files") {
            done.files.append(
                BooksManifest.File(
                    name: try file.text("name"), product: try file.text("report"), count: try file.integer("rows"),
                    bytes: try file.integer("bytes"), sha256: try file.text("sha256")))
        }
        return done
    }

    private func isThere(_ file: BooksManifest.File) throws -> Bool {
        // Not there, or not readable: it is made again.
        guard let handle = try? FileHandle(forReadingFrom: folder.appending(path: file.name)) else { return false }
        var digest = SHA256()
        while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty { digest.update([UInt8](data)) }
        try handle.close()
        return hexadecimal(digest.finish()) == file.sha256
    }
}
