internal import AppStore
internal import WalletDomain

/// What a look at evidence came to.
enum Judgement: Sendable {
    /// Every purchase in it; a receipt may hold none.
    case purchases([Purchase])
    /// It cannot be told now: never a refusal.
    case later(PendingReason)
    /// Apple itself says that it proves nothing.
    case refused(ProofError)
}

/// Turns evidence into purchases: here where it is signed, by asking Apple where it is not or where our own look
/// fails and Apple may know better.
struct EvidenceJudge: Sendable {
    let proofs: ProofVerifier
    let notifications: NotificationVerifier
    let apple: AppleDesk
    let metrics: Metrics
    let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - attempts: looks before this one.
    ///   - waitMsMax: how long the caller waits for Apple; nil for a job, which has time.
    /// - Throws: `ProofError` if it is forged, damaged or not ours, as far as we can judge ourselves.
    func judge(_ evidence: Evidence, attempts: Int32 = 0, waitMsMax: Int? = nil) async throws -> Judgement {
        switch evidence {
        case .proof(.receipt(let receipt)): try await judge(receipt: receipt, attempts, waitMsMax)
        case .proof(let proof): .purchases(try proofs.verify(proof, now: now()))
        case .notification(let payload):
            .purchases([try notifications.verify(payload, now: now()).purchase].compactMap(\.self))
        case .transactionID(let id, let environment): await judge(id, environment, waitMsMax)
        }
    }

    private func judge(
        _ id: TransactionID, _ environment: StoreEnvironment?, _ waitMsMax: Int?
    ) async -> Judgement {
        let lookup = await Patience.wait(waitMsMax) { await apple.purchase(id, in: environment) }
        switch lookup {
        case .found(let purchase): return .purchases([purchase])
        case .unknown: return .later(.transactionUnknown)
        case .later(let error):
            metrics.countAppleFailure(cause: error?.isAboutCredentials == true ? "credentials" : "unavailable")
            return .later(.apple)
        case nil:
            metrics.countAppleFailure(cause: "slow")
            return .later(.apple)
        }
    }

    /// Our own verdict counts unless it is that the signature does not hold: Apple may have changed how it signs.
    private func judge(receipt: String, _ attempts: Int32, _ waitMsMax: Int?) async throws -> Judgement {
        let ours: ProofError
        do throws(ProofError) {
            return .purchases(try proofs.verify(.receipt(receipt), now: now()))
        } catch {
            ours = error
        }
        guard case .invalidSignature = ours, let client = apple.receipts else { throw ours }
        let answer = await Patience.wait(waitMsMax) { await Self.ask(client, receipt) }
        return judgement(answer ?? .failure(.cancelled), ours, attempts)
    }

    private static func ask(
        _ client: VerifyReceiptClient, _ receipt: String
    ) async -> Result<[Purchase], VerifyReceiptError> {
        do throws(VerifyReceiptError) {
            return .success(try await client.verify(receipt))
        } catch {
            return .failure(error)
        }
    }

    private func judgement(
        _ answer: Result<[Purchase], VerifyReceiptError>, _ ours: ProofError, _ attempts: Int32
    ) -> Judgement {
        switch answer {
        case .success(let purchases): return .purchases(purchases)
        case .failure(let error):
            switch error.patience {
            case .none: return .refused(ours)
            case .someTries where attempts >= Limits.malformedReceiptTriesMax: return .refused(ours)
            case .someTries, .endless:
                metrics.countAppleFailure(cause: error.needsOperator ? "credentials" : "unavailable")
                return .later(.apple)
            }
        }
    }
}

/// Waiting with an end.
enum Patience {
    /// - Returns: nil if `work` took longer than `ms`; it is cancelled then.
    static func wait<Value: Sendable>(_ ms: Int?, _ work: @escaping @Sendable () async -> Value) async -> Value? {
        guard let ms else { return await work() }
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                // Cancelled as soon as the work is done; then nobody looks at what this returns.
                try? await Task.sleep(for: .milliseconds(ms))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
