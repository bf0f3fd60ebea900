internal import Foundation
internal import WalletDomain
package import WalletLedger

extension PeriodFigures {
    /// What a close files: the trial balance and the roll-forwards, each as CSV under its file's name. An export of the
    /// period comes to the same figures for ever.
    package static func reports(_ exporter: BooksExporter) -> PeriodFigures {
        PeriodFigures { period in try await exporter.figures(period) }
    }
}

extension BooksExporter {
    private static let filed: [BooksProduct] = [
        .report(.trialBalance), .report(.coinRollforward), .report(.liabilityRollforward),
        .report(.commissionRollforward), .report(.courseRollforward),
    ]

    fileprivate func figures(_ closing: ClosingPeriod) async throws -> [UInt8] {
        try await Self.figures(try await prepare(closing, products: Self.filed))
    }

    /// What the close of a period would file by what it froze, if it was worked out now.
    /// - Returns: nil: the period is not closed.
    func figuresAgain(_ month: BooksMonth) async throws -> [UInt8]? {
        let prepared = try await prepare(BooksWish(.month(month), products: Self.filed))
        guard prepared.inputs.isClosed else { return nil }
        // Without the client's account codes, as at the close.
        let order = BooksOrder(
            scope: BooksScope(period: month.period), policy: prepared.order.policy, format: .csv(.plain),
            products: Self.filed)
        return try await Self.figures(PreparedBooks(order: order, inputs: prepared.inputs, run: prepared.run))
    }

    private static func figures(_ prepared: PreparedBooks) async throws -> [UInt8] {
        try await BooksRun.onThread {
            let folder = FileManager.default.temporaryDirectory.appending(path: "coffer-close-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }  // It is there only if much had to wait.
            var bytes: [UInt8] = []
            for var file in try prepared.files(spoolingIn: folder) {
                bytes += Array("\(file.name)\r\n".utf8)
                while let piece = try file.next() { bytes += piece }
            }
            return bytes
        }
    }
}
