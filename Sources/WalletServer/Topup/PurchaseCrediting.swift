internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Carries out plans: credits through the Writer, which decides on the purchase's row under its lock.
struct PurchaseCrediting: Sendable {
    let directory: Directory
    let writer: Writer
    let news: PurchaseNews
    let leads: WalletLeads
    let metrics: Metrics

    typealias Planned = (purchase: Purchase, plan: PurchasePlan)

    /// One verdict a plan, in order. Purchases are independent of each other, so some are on their way together.
    func carryOut(
        _ plans: [Planned], of submission: TopupService.Submission
    ) async throws(WalletError) -> [PurchaseVerdict] {
        let proof = submission.proof.stored
        var verdicts: [PurchaseVerdict] = []
        for start in stride(from: 0, to: plans.count, by: Limits.creditsAtOnceMax) {
            let chunk = plans[start..<min(start + Limits.creditsAtOnceMax, plans.count)]
            verdicts += try await carryOut(chunk, of: submission, proof)
        }
        for verdict in verdicts { metrics.countPurchase(state: verdict.stateName) }
        return verdicts
    }

    private func carryOut(
        _ plans: ArraySlice<Planned>, of submission: TopupService.Submission, _ proof: StoredProof
    ) async throws(WalletError) -> [PurchaseVerdict] {
        let results = await withTaskGroup(of: (Int, Result<PurchaseVerdict, WalletError>).self) { group in
            for (index, planned) in zip(plans.indices, plans) {
                group.addTask {
                    do throws(WalletError) {
                        return (index, .success(try await verdict(planned, of: submission, proof)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var verdicts: [PurchaseVerdict] = []
        for index in plans.indices {
            guard let result = results[index] else { throw .internalError }
            verdicts.append(try result.get())
        }
        return verdicts
    }

    private func verdict(
        _ planned: Planned, of submission: TopupService.Submission, _ proof: StoredProof
    ) async throws(WalletError) -> PurchaseVerdict {
        let purchase = planned.purchase
        switch planned.plan {
        case .refuse(let code):
            // Otherwise an older proof of it could still be credited.
            if code == .revoked { _ = try await news.apply(purchase, caller: submission.caller) }
            return PurchaseVerdict(purchase: purchase, state: .refused(code, isFinal: true))
        case .wait(let reason): return PurchaseVerdict(purchase: purchase, state: .pending(reason))
        case .credit(let owner, let worth):
            let credit = CreditPurchase(purchase, worth, proof: proof)
            do throws(WalletError) {
                let state = try await state(of: credit, owner: owner, submission)
                return PurchaseVerdict(purchase: purchase, state: state)
            } catch .amountOutOfRange {
                return PurchaseVerdict(purchase: purchase, state: .pending(.review))
            } catch .userErased {
                // Whoever brings what an erased user bought is another one.
                return PurchaseVerdict(
                    purchase: purchase, state: .refused(.purchaseBelongsToAnotherUser, isFinal: true))
            }
        }
    }

    private func state(
        of credit: CreditPurchase, owner: UserID, _ submission: TopupService.Submission
    ) async throws(WalletError) -> PurchaseVerdict.State {
        let environment = credit.purchase.environment
        let wallet = try await directory.wallet(of: owner, in: environment)
        let outcome = try await settle(credit, in: wallet, caller: submission.caller)
        let own = try await ownWallet(of: submission.submitter, in: environment)
        switch outcome {
        case .done(let entries, let replayed):
            metrics.count(entries, replayed: replayed)
            guard let first = entries.first, own == first.wallet else {
                return .refused(.purchaseBelongsToAnotherUser, isFinal: true)
            }
            let operation = OperationID(wallet: first.wallet, sequence: first.operation)
            return .credited(operation, coins: credit.coins.coins, bonus: credit.bonus.coins)
        case .alreadyCredited(let operation):
            // The app's own proof may be the first to tell of a refund. Only Apple tells that one was taken back.
            if credit.purchase.revocation != nil {
                _ = try await news.apply(credit.purchase, caller: submission.caller)
            }
            return own == operation.wallet
                ? .alreadyCredited(operation) : .refused(.purchaseBelongsToAnotherUser, isFinal: true)
        case .ownedElsewhere:
            // It has an owner who does not have the coins yet: the app must keep the transaction.
            return .refused(.purchaseBelongsToAnotherUser, isFinal: false)
        case .refunded: return .refused(.revoked, isFinal: true)
        case .notCredited, .unchanged, .merged: throw .internalError
        }
    }

    /// As it is now, also after a merge.
    private func ownWallet(
        of user: UserID, in environment: StoreEnvironment
    ) async throws(WalletError) -> WalletID? {
        guard let wallet = try await directory.knownWallet(of: user, in: environment) else { return nil }
        return try await directory.current(wallet)
    }

    /// Follows the purchase to the wallet that has it: whoever credited first is right.
    func settle(
        _ credit: CreditPurchase, in wallet: WalletID, caller: CallerID
    ) async throws(WalletError) -> Outcome {
        var wallet = wallet
        var outcome = Outcome.ownedElsewhere(wallet)
        for _ in 0...Limits.reroutesMax {
            let command = Command(
                wallet: wallet, environment: credit.purchase.environment, caller: caller, idempotency: nil,
                action: .credit(credit))
            outcome = try await writer.run(command)
            switch outcome {
            case .ownedElsewhere(let owner): wallet = owner
            case .merged(let other):
                _ = try await leads.follow(wallet, to: other)
                wallet = other
            case .done, .alreadyCredited, .notCredited, .refunded, .unchanged: return outcome
            }
        }
        return outcome
    }
}
