package import WalletDomain

internal import struct FoundationEssentials.UUID

/// What is verified.
package enum VerifyScope: Hashable, Sendable {
    case everything
    /// Some wallets and what belongs to them.
    case wallets([WalletID])

    /// For COPY, which takes no parameters: numbers and UUIDs of ours, never a text from outside.
    func condition(_ alias: String) -> String {
        switch self {
        case .everything: return "true"
        case .wallets(let wallets):
            guard !wallets.isEmpty else { return "false" }
            let list = wallets.map { "(\($0.bucket), '\($0.uuid.uuidString)'::uuid)" }.joined(separator: ", ")
            return "(\(alias).bucket, \(alias).wallet) IN (\(list))"
        }
    }
}
