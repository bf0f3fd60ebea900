internal import AppStore
internal import Crypto
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Proof in, coins in the right wallet out. The app's call, a repeat and the job that looks again all come here.
///
/// What is signed is judged at once, without network or database; what cannot be judged now is kept before anybody is
/// told 'pending'; a credit and its proof are one transaction.
struct TopupService: Sendable {
    let verifier: ProofVerifier
    let catalogue: Catalogue
    let tokens: TokenStore
    let directory: Directory
    let proofs: ProofStore
    let crediting: PurchaseCrediting
    let policy: SandboxPolicy
    let now: @Sendable () -> Instant

    /// Who brought what.
    struct Submission: Sendable {
        let proof: Proof
        let submitter: UserID
        let caller: CallerID
    }

    /// Judges, keeps what must wait, credits the rest.
    func submit(_ submission: Submission) async throws -> TopupResult {
        let plans = try await plans(for: submission)
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
    func judge(_ submission: Submission) async throws -> [PurchaseVerdict] {
        try await crediting.carryOut(plans(for: submission), of: submission)
    }

    private func plans(for submission: Submission) async throws -> [PurchaseCrediting.Planned] {
        let purchases = try verifier.verify(submission.proof, now: now())
        let packs = try await packs(of: purchases)
        let owners = try await owners(of: purchases)
        return purchases.map { purchase in
            let facts = PurchasePlan.Facts(
                submitter: submission.submitter, tokenOwner: purchase.appAccountToken.flatMap { owners[$0] },
                pack: packs[PackKey(purchase)], policy: policy, isTester: { directory.isTester($0) })
            return (purchase, PurchasePlan(purchase, facts))
        }
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

    private func owners(of purchases: [Purchase]) async throws -> [UUID: UserID] {
        var owners: [UUID: UserID] = [:]
        for token in Set(purchases.compactMap(\.appAccountToken)) {
            owners[token] = try await tokens.owner(of: token)
        }
        return owners
    }
}

extension Proof {
    /// The bytes as they came, so that a later look judges the same.
    var stored: StoredProof {
        let (kind, text): (StoredProof.Kind, String) =
            switch self {
            case .signedTransaction(let text): (.signedTransaction, text)
            case .receipt(let text): (.receipt, text)
            }
        let bytes = Array(text.utf8)
        return StoredProof(kind: kind, digest: SHA256.hash(bytes), bytes: bytes)
    }

    init(_ stored: StoredProof) {
        let text = String(decoding: stored.bytes, as: UTF8.self)
        switch stored.kind {
        case .signedTransaction: self = .signedTransaction(text)
        case .receipt: self = .receipt(text)
        }
    }
}
