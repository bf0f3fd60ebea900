internal import Postgres
package import WalletDomain

/// Whether a wallet is still the one to ask.
package enum WalletStanding: Hashable, Sendable {
    case current
    case merged(into: WalletID)
    case erased
}

/// Merged wallets lead on to those that took them over; erased users are gone.
extension Directory {
    /// Who is meant: the account at the end of all merges.
    /// - Throws: `userErased`.
    package func account(of user: UserID) async throws(WalletError) -> UserID {
        let found = try await database.rows(FindIdentity(user: user, pseudonym: pseudonyms.name(of: user))).first
        guard let found else { throw .internalError }
        guard !found.isErased else { throw .userErased }
        return found.canonical
    }

    package func standing(of wallet: WalletID) async throws(WalletError) -> WalletStanding {
        try await database.rows(FindStanding(wallet: wallet)).first ?? .current
    }

    /// The wallet at the end of all merges.
    /// - Throws: `userErased`.
    package func current(_ wallet: WalletID) async throws(WalletError) -> WalletID {
        var wallet = wallet
        for _ in 0...Limits.mergeDepthMax {
            switch try await standing(of: wallet) {
            case .current: return wallet
            case .merged(let other): wallet = other
            case .erased: throw .userErased
            }
        }
        throw .internalError
    }
}
