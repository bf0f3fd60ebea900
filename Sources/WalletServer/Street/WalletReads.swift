internal import WalletDomain
internal import WalletLedger

/// Which wallet a read means. Reading never makes one.
struct WalletReads: Sendable {
    let directory: Directory
    let reader: WalletReader

    /// - Parameter environment: as asked for; nil follows the tester flag.
    /// - Returns: nil instead of a wallet for a user never seen there; of merged ones the last.
    /// - Throws: `userErased`.
    func find(
        _ user: UserID, _ environment: StoreEnvironment?
    ) async throws(WalletError) -> (environment: StoreEnvironment, wallet: WalletID?) {
        let environment = directory.environment(of: user, asked: environment)
        guard let wallet = try await directory.knownWallet(of: user, in: environment) else { return (environment, nil) }
        return (environment, try await directory.current(wallet))
    }

    /// The last entry that the user's wallet had at `moment`; of a merged user in the wallet that was his then.
    /// - Throws: `userErased`.
    func last(
        of user: UserID, _ environment: StoreEnvironment?, at moment: Instant
    ) async throws(WalletError) -> (environment: StoreEnvironment, entry: Entry?) {
        let environment = directory.environment(of: user, asked: environment)
        guard var wallet = try await directory.knownWallet(of: user, in: environment) else { return (environment, nil) }
        for _ in 0...Limits.mergeDepthMax {
            switch try await directory.standing(of: wallet) {
            case .current: return (environment, try await reader.lastEntry(of: wallet, at: moment))
            case .erased: throw .userErased
            case .merged(let other):
                guard let takenAt = try await reader.takenOver(wallet, by: other), takenAt <= moment else {
                    return (environment, try await reader.lastEntry(of: wallet, at: moment))
                }
                wallet = other
            }
        }
        throw .internalError
    }

    /// The user's wallet there; one that has nothing if there is none. One look for almost everybody.
    /// - Throws: `userErased`.
    func summary(
        of user: UserID, _ environment: StoreEnvironment?
    ) async throws(WalletError) -> (environment: StoreEnvironment, summary: WalletSummary) {
        let environment = directory.environment(of: user, asked: environment)
        guard let wallet = try await directory.knownWallet(of: user, in: environment) else {
            return (environment, .empty)
        }
        let summary = try await reader.summary(of: wallet)
        switch summary.status {
        case .open, .frozen, .suspended: return (environment, summary)
        case .merged: return (environment, try await reader.summary(of: try await directory.current(wallet)))
        case .erased: throw .userErased
        }
    }
}

/// A page of a list in one wallet, as asked for.
struct PageInput: Sendable {
    let user: UserID
    let environment: StoreEnvironment?
    let cursor: String?
    let limit: Int

    /// - Parameter extra: parameters of this list beside user, environment, cursor and limit.
    init(_ call: Call, extra: [String] = []) throws {
        let query = try call.query(only: ["environment", "cursor", "limit"] + extra)
        user = try call.user()
        environment = try query.environment()
        cursor = query["cursor"]
        limit = try query.limit()
    }
}

/// Rows of a list and where it goes on.
struct Page<Row: Sendable>: Sendable {
    let environment: StoreEnvironment
    let rows: [Row]
    let next: String?

    static func empty(_ environment: StoreEnvironment) -> Page { Page(environment: environment, rows: [], next: nil) }
}
