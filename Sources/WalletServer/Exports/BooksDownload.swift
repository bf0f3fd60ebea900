internal import Foundation
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// What can be downloaded of the books in one piece.
enum BooksDownload: Hashable, Sendable {
    /// A file that stands alone.
    case file(BooksProduct)
    /// Everything, with its manifest.
    case everything
    /// What one other program imports: none, one or several files, with their manifest.
    case tool(AccountingTool)

    static let all: [Self] =
        [.everything] + ReportKind.ofPeriod.map { .file(.report($0)) } + [.file(.ledgerBooks), .file(.beancountBooks)]
        + AccountingTool.allCases.map { .tool($0) }

    init?(_ name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// As the API calls it.
    var name: String {
        switch self {
        case .file(let product): product.name
        case .everything: "books.zip"
        case .tool(let tool): "\(tool.rawValue).zip"
        }
    }

    var products: [BooksProduct] {
        switch self {
        case .file(let product): [product]
        case .everything: BooksProduct.all
        case .tool(let tool): [.tool(tool)]
        }
    }

    /// Works it out. Blocks: for a thread of its own (`BooksRun.onThread`).
    /// - Parameter folder: for what does not fit into memory; whoever asks removes it after the last byte.
    func make(_ prepared: PreparedBooks, in folder: URL) throws -> MadeDownload {
        guard case .file = self else {
            try TemporaryFolder.make(folder)
            let written = try prepared.export(to: folder, onProgress: { _, _ in }, onFile: { _ in })
            let names = (written?.files.map(\.name) ?? []) + [BooksManifest.name]
            return .archive(BooksArchive(folder: folder, names: names), name: name)
        }
        guard let file = try prepared.files(spoolingIn: folder).first else { throw WalletError.internalError }
        return .file(file)
    }
}

/// A download that only has to be written.
enum MadeDownload: Sendable {
    case file(ExportedFile)
    case archive(BooksArchive, name: String)

    var contentType: String {
        switch self {
        case .file(let file): file.contentType
        case .archive: BooksArchive.contentType
        }
    }

    var name: String {
        switch self {
        case .file(let file): file.name
        case .archive(_, let name): name
        }
    }

    /// Rows without the header; an archive's manifest has those of its files.
    var count: Int64? {
        switch self {
        case .file(let file): file.count
        case .archive: nil
        }
    }

    /// Does not end the stream.
    func write(to stream: ResponseStream) async throws {
        switch self {
        case .file(var file): while let piece = try file.next() { try await stream.write(piece) }
        case .archive(let archive, _): try await archive.write(to: stream)
        }
    }
}
