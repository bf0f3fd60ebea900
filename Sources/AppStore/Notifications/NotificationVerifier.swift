package import WalletDomain

internal import struct FoundationEssentials.UUID

/// Verifies notifications of version 2: the outer signature, then each signed thing inside on its own.
///
/// There is no shared secret and no list of addresses: the signature alone says that it is Apple who speaks.
/// Source: Apple, "responseBodyV2DecodedPayload"; what odd forms mean is in `docs/decisions/0010-apple-words.md`.
package struct NotificationVerifier: Sendable {
    private let settings: AppStoreSettings
    private let signedData: SignedDataVerifier
    let transactions: SignedTransactionVerifier

    package init(_ settings: AppStoreSettings) {
        self.settings = settings
        signedData = SignedDataVerifier(roots: settings.anchors.signedData)
        transactions = SignedTransactionVerifier(settings, signedData)
    }

    /// - Parameter signedPayload: compact JWS, at most `Limits.notificationBytesMax` bytes.
    package func verify(_ signedPayload: String, now: Instant) throws(ProofError) -> StoreNotification {
        let payload = try signedData.verify(
            Array(signedPayload.utf8), now: now, bytesMax: Limits.notificationBytesMax)
        let claims = ClaimReader(payload.claims)
        let subject = try NotificationSubject(claims)
        try check(subject)
        return StoreNotification(
            id: try id(claims), type: try claims.text("notificationType"),
            subtype: try claims.optionalText("subtype"), signedAt: payload.signedAt,
            environment: subject.environment, bundleID: subject.bundleID,
            purchase: try purchase(subject, now: now),
            consumptionRequestReason: try subject.members.optionalText("consumptionRequestReason"))
    }

    private func id(_ claims: ClaimReader) throws(ProofError) -> UUID {
        let name = "notificationUUID"
        guard let id = UUID(uuidString: try claims.text(name)) else { throw ClaimReader.fault(name) }
        return id
    }

    /// In production Apple names the app by its number as well: a bundle id can be given up and taken by others.
    private func check(_ subject: NotificationSubject) throws(ProofError) {
        guard settings.isOurs(bundleID: subject.bundleID) else { throw .wrongApp }
        guard subject.environment == .production, let ours = settings.appID(bundleID: subject.bundleID) else { return }
        guard try subject.members.optionalInteger("appAppleId") == ours else { throw .wrongApp }
    }

    private func purchase(_ subject: NotificationSubject, now: Instant) throws(ProofError) -> Purchase? {
        guard subject.holdsSignedData else { return nil }
        if let renewal = try subject.members.optionalToken("signedRenewalInfo") {
            _ = try signedData.verify(Array(renewal.utf8), now: now)
        }
        guard let token = try subject.members.optionalToken("signedTransactionInfo") else { return nil }
        let purchase = try transactions.verify(token, now: now)
        guard purchase.bundleID.utf8.elementsEqual(subject.bundleID.utf8) else { throw .wrongApp }
        guard purchase.environment == subject.environment else { throw .wrongEnvironment }
        return purchase
    }
}

/// What a notification is about: exactly one of four members says it.
private struct NotificationSubject {
    let members: ClaimReader
    let bundleID: String
    let environment: StoreEnvironment
    /// Only `data` holds a transaction or a renewal.
    let holdsSignedData: Bool

    private static let names = ["data", "summary", "externalPurchaseToken", "appData"]

    init(_ claims: ClaimReader) throws(ProofError) {
        let present = Self.names.filter { claims[$0] != nil && claims[$0] != .null }
        guard present.count == 1, let members = try claims.optionalObject(present[0]) else {
            throw ClaimReader.fault("data")
        }
        guard let bundleID = try members.optionalText("bundleId") else { throw .wrongApp }
        self.members = members
        self.bundleID = bundleID
        holdsSignedData = present[0] == "data"
        environment = try Self.environment(members, isToken: present[0] == "externalPurchaseToken")
    }

    /// A token of external purchases names no environment; in the sandbox its id begins with it.
    private static func environment(_ members: ClaimReader, isToken: Bool) throws(ProofError) -> StoreEnvironment {
        guard !isToken else {
            let id = try members.text("externalPurchaseId")
            return id.hasPrefix("SANDBOX") ? .sandbox : .production
        }
        guard let text = try members.optionalText("environment"), let environment = StoreEnvironment(rawValue: text)
        else { throw .wrongEnvironment }
        return environment
    }
}
