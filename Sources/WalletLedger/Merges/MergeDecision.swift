internal import Postgres
internal import WalletDomain

/// What is to be done for a merge, decided inside the transaction that holds both users.
struct MergeDecision {
    private let wanted: UserMerge
    private let guest: UserIdentity
    private let account: UserIdentity
    private let step: LedgerTransaction
    private let clockShiftMs: Int64

    /// - Parameter users: both, locked; they were made if they were new.
    init(
        _ wanted: UserMerge, _ users: [UserIdentity], _ step: LedgerTransaction, clockShiftMs: Int64
    ) throws(PostgresError) {
        guard let guest = users.first(where: { $0.user == wanted.user }),
            let account = users.first(where: { $0.user == wanted.into })
        else { throw .unexpectedShape("a user that was inserted is not there") }
        self.wanted = wanted
        self.guest = guest
        self.account = account
        self.step = step
        self.clockShiftMs = clockShiftMs
    }

    func plan() throws(PostgresError) -> MergePlan {
        let all = try step.rows(FindUserMerges.of([wanted.user, wanted.into]))
        let known = all.first { $0.user == wanted.user }
        if let refusal = refusal(known) { return .refused(refusal) }
        if let known, known.state == .done { return .done(known) }
        let others = all.filter { $0.state == .underWay && $0.user != wanted.user }
        guard others.isEmpty else { return .after(others) }
        let merge = known.flatMap { $0.state == .underWay ? $0 : nil } ?? wanted
        let (pairs, handedOver) = try wallets()
        if pairs.isEmpty { return .done(try finish(merge, handedOver)) }
        // What is begun is ended.
        if known?.state != .underWay {
            for pair in pairs where try !fits(pair) { return .refused(.amountOutOfRange(0)) }
        }
        try step.change(WriteUserMerge(merge: merge, clockShiftMs: clockShiftMs))
        return .move(pairs, merge)
    }

    private func refusal(_ known: UserMerge?) -> WalletError? {
        if guest.isErased || account.isErased { return .userErased }
        if let known, known.state != .givenUp {
            let isSameKey = known.idempotency.key == wanted.idempotency.key && known.caller == wanted.caller
            if isSameKey, known.idempotency.fingerprint != wanted.idempotency.fingerprint {
                return .idempotencyKeyReused
            }
            if known.into == wanted.into { return nil }
        }
        // Also the way back: whoever was merged into somebody takes nobody in.
        let isMerged = guest.mergedInto != nil || account.mergedInto != nil || known?.state == .underWay
        if isMerged { return .userMerged }
        return Int(guest.mergedDepth) >= Limits.mergeDepthMax ? .userMerged : nil
    }

    /// The second half is never refused, so it is looked at first whether a wallet can count all those coins.
    private func fits(_ pair: WalletPair) throws(PostgresError) -> Bool {
        try step.rows(CountsTogether(source: pair.source, target: pair.target)).first ?? true
    }

    /// What has to be moved yet, and what the account gets as it is because it has none.
    private func wallets() throws(PostgresError) -> ([WalletPair], [(StoreEnvironment, WalletID)]) {
        let rows = try step.rows(ListWalletsOfUsers(users: [guest.user, account.user]))
        func wallet(_ user: UserID, _ environment: StoreEnvironment) -> WalletID? {
            rows.first { $0.user == user && $0.environment == environment }?.wallet
        }
        var pairs: [WalletPair] = []
        var handedOver: [(StoreEnvironment, WalletID)] = []
        for environment in StoreEnvironment.allCases {
            guard let source = wallet(guest.user, environment) else { continue }
            guard let target = wallet(account.user, environment) else {
                handedOver.append((environment, source))
                continue
            }
            guard source != target, try step.rows(FindTakeover(wallet: target, source: source)).isEmpty else {
                continue
            }
            pairs.append(WalletPair(environment: environment, source: source, target: target))
        }
        return (pairs, handedOver)
    }

    /// From now on both are one user: everything that names the guest leads to the account.
    private func finish(
        _ merge: UserMerge, _ handedOver: [(StoreEnvironment, WalletID)]
    ) throws(PostgresError) -> UserMerge {
        for (environment, wallet) in handedOver {
            let key = Directory.Key(user: account.user, environment: environment)
            try step.change(InsertUserWallet(key: key, wallet: wallet))
        }
        try step.change(JoinUsers(user: guest.user, into: account.user, isTester: account.isTester))
        try step.change(DeepenUser(user: account.user, depth: guest.mergedDepth + 1))
        try step.change(JoinTokens(user: guest.user, into: account.user))
        try step.change(JoinOrders(user: guest.user, into: account.user))
        try step.change(JoinAssignments(user: guest.user, into: account.user))
        try step.change(JoinConsents(user: guest.user, into: account.user))
        let done = UserMerge(
            user: merge.user, into: merge.into, merge: merge.merge, caller: merge.caller,
            idempotency: merge.idempotency, state: .done, handedOver: handedOver.map(\.0))
        guard let written = try step.rows(WriteUserMerge(merge: done, clockShiftMs: clockShiftMs)).first else {
            throw .unexpectedShape("a merge that was written is not there")
        }
        try audit(merge)
        return written
    }

    /// Which wallets became one, by whom: no user id.
    private func audit(_ merge: UserMerge) throws(PostgresError) {
        let rows = try step.rows(ListWalletsOfUsers(users: [guest.user, account.user]))
        let wallets = rows.map {
            (id: Optional($0.wallet), action: $0.user == guest.user ? "merge_user" : "merge_into")
        }
        let named = wallets.isEmpty ? [(id: nil, action: "merge_user")] : wallets
        try step.record(
            named.map { wallet in
                InsertAuditRecord(
                    caller: merge.caller, action: wallet.action, wallet: wallet.id, clockShiftMs: clockShiftMs)
            })
    }
}
