internal import AppStore
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Proof in, coins in the right wallet out. The app's call, a repeat and the job that looks again all come here.
///
/// What is signed is judged at once, without network or database; what cannot be judged now is kept before anybody is
/// told 'pending'; a credit and its proof are one transaction.
struct TopupService: Sendable {
    let judge: EvidenceJudge
    let catalogue: Catalogue
    let products: ProductMarks
    let tokens: TokenStore
    let directory: Directory
    let proofs: ProofStore
    let crediting: PurchaseCrediting
    let policy: SandboxPolicy
    let now: @Sendable () -> Instant

    /// Who brought what.
    struct Submission: Sendable {
        let proof: Evidence
        let submitter: UserID
        let caller: CallerID
    }

    /// Judges, keeps what must wait, credits the rest. Apple, where it must be asked, is waited for shortly.
    func submit(_ submission: Submission) async throws -> TopupResult {
        switch try await judge.judge(submission.proof, waitMsMax: Limits.topupAppleWaitMs) {
        case .purchases(let purchases): return try await settle(purchases, submission)
        case .later(let reason): return try await keepUnjudged(submission, reason)
        case .refused(let error): throw error
        }
    }

    /// As `submit`, for purchases that were judged before.
    func settle(_ purchases: [Purchase], _ submission: Submission) async throws -> TopupResult {
        let plans = try await plans(for: purchases, submission)
        var id: String?
        // Kept first: the credit of another purchase in the same receipt would keep the proof as settled.
        if let waiting = plans.first(where: \.plan.isWaiting) { id = try await keep(waiting.purchase, submission) }
        let verdicts = try await crediting.carryOut(plans, of: submission)
        if id == nil, let waiting = verdicts.first(where: \.isPending) {
            id = try await keep(waiting.purchase, submission)
        }
        return TopupResult(id: id ?? verdicts.lazy.compactMap { $0.topupID(submission.proof.stored) }.first, verdicts)
    }

    /// As `submit`, for a proof that is kept already.
    /// - Parameters:
    ///   - looksBefore: by the job, this one not included.
    ///   - waitMsMax: nil for a job, which has time to wait for Apple.
    func look(
        at record: ProofRecord, _ submission: Submission, looksBefore: Int32, id: String? = nil,
        waitMsMax: Int? = nil
    ) async throws -> TopupResult {
        switch try await judge.judge(submission.proof, attempts: looksBefore, waitMsMax: waitMsMax) {
        case .purchases(let purchases):
            let plans = try await plans(for: purchases, submission)
            return TopupResult(id: id, try await crediting.carryOut(plans, of: submission))
        case .later(.transactionUnknown) where isGivenUp(record):
            return TopupResult(id: id, [], ended: .transactionUnknown)
        case .later(let reason): return TopupResult(id: id, [], waitsFor: reason)
        case .refused: return TopupResult(id: id, [], ended: .invalidSignature)
        }
    }

    /// Apple may learn of a transaction a little later than the app; not hours later (case S-2).
    private func isGivenUp(_ record: ProofRecord) -> Bool {
        record.receivedAt.adding(milliseconds: Limits.unknownTransactionMs) < now()
    }

    private func plans(
        for purchases: [Purchase], _ submission: Submission
    ) async throws -> [PurchaseCrediting.Planned] {
        let packs = try await packs(of: purchases)
        let foreign = try await foreign(Set(purchases.map(PackKey.init)).filter { packs[$0] == nil })
        let owners = try await owners(of: purchases)
        var plans: [PurchaseCrediting.Planned] = []
        for purchase in purchases {
            func plan(_ tokenOwner: UserID?) -> PurchasePlan {
                PurchasePlan(
                    purchase,
                    PurchasePlan.Facts(
                        submitter: submission.submitter, tokenOwner: tokenOwner, pack: packs[PackKey(purchase)],
                        policy: policy, isTester: { directory.isTester($0) },
                        isForeign: foreign.contains(PackKey(purchase))))
            }
            var settled = plan(purchase.appAccountToken.flatMap { owners[$0] })
            // Of an erased user's purchase the token is gone, the claim is not: the ledger says whose it is.
            if settled == .wait(.unknownOwner), try await isClaimed(purchase) { settled = plan(submission.submitter) }
            plans.append((purchase, settled))
        }
        return plans
    }

    private func isClaimed(_ purchase: Purchase) async throws(WalletError) -> Bool {
        let key = StoreTransaction.Key(environment: purchase.environment, id: purchase.transactionID)
        return try await crediting.news.transactions.find(key)?.owner != nil
    }

    /// Kept in the wallet that the submitter is usually asked about: in which store it was bought Apple will say.
    private func keepUnjudged(_ submission: Submission, _ reason: PendingReason) async throws -> TopupResult {
        let usual: StoreEnvironment = directory.isTester(submission.submitter) ? .sandbox : .production
        let wallet = try await directory.wallet(
            of: submission.submitter, in: submission.proof.environment ?? usual)
        let proof = submission.proof.stored
        if reason == .transactionUnknown, let known = try await proofs.find(wallet, digestPrefix: proof.digest),
            isGivenUp(known)
        {
            throw Problem(code: .transactionUnknown)
        }
        try await proofs.storePending(proof, of: wallet, retryInMs: Limits.firstRetryMs)
        return TopupResult(id: WireID.topup(wallet, proof), [], waitsFor: reason)
    }

    /// - Returns: the top-up's id, to ask for later.
    private func keep(_ purchase: Purchase, _ submission: Submission) async throws -> String {
        let proof = submission.proof.stored
        let wallet = try await directory.wallet(of: submission.submitter, in: purchase.environment)
        try await proofs.storePending(proof, of: wallet, retryInMs: Limits.firstRetryMs)
        return WireID.topup(wallet, proof)
    }

    private struct PackKey: Hashable {
        let bundle: String
        let product: String

        init(_ purchase: Purchase) {
            bundle = purchase.bundleID
            product = purchase.productID
        }
    }

    /// A receipt may hold thousands of entries of a few products: each is looked up once.
    private func packs(of purchases: [Purchase]) async throws -> [PackKey: Pack] {
        var packs: [PackKey: Pack] = [:]
        for key in Set(purchases.map(PackKey.init)) {
            packs[key] = try await catalogue.pack(forProduct: key.product, bundle: key.bundle)
        }
        return packs
    }

    /// Products of which a person said that they are none of ours.
    private func foreign(_ keys: Set<PackKey>) async throws -> Set<PackKey> {
        var foreign: Set<PackKey> = []
        for key in keys where try await products.isForeign(key.product, bundle: key.bundle) { foreign.insert(key) }
        return foreign
    }

    private func owners(of purchases: [Purchase]) async throws -> [UUID: UserID] {
        var owners: [UUID: UserID] = [:]
        for token in Set(purchases.compactMap(\.appAccountToken)) {
            owners[token] = try await tokens.owner(of: token)
        }
        return owners
    }
}
