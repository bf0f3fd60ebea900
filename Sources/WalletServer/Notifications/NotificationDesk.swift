internal import AppStore
internal import Crypto
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Reads and judges what says that it comes from Apple, and makes of it what is kept.
struct NotificationDesk: Sendable {
    let verifier: NotificationVerifier
    let appStore: AppStoreSettings
    let sharedSecret: Secret?
    let now: @Sendable () -> Instant

    init(_ rooms: InboxRooms) {
        verifier = NotificationVerifier(rooms.appStore)
        appStore = rooms.appStore
        sharedSecret = rooms.apple.sharedSecret
        now = rooms.now
    }

    /// - Parameter body: of Apple's call, either version.
    func judge(_ body: [UInt8]) throws(ProofError) -> KeptNotification {
        switch try NotificationBody(body) {
        case .signed(let payload): Self.kept(try verifier.verify(payload, now: now()), payload, road: .call)
        case .legacy(let object): kept(try LegacyNotification(object, sharedSecret: sharedSecret, appStore))
        }
    }

    static func kept(
        _ notification: StoreNotification, _ payload: String, road: KeptNotification.Road
    ) -> KeptNotification {
        KeptNotification(
            id: notification.id, version: 2, environment: notification.environment, type: notification.type,
            subtype: notification.subtype, transactionID: notification.purchase?.transactionID,
            signedAt: notification.signedAt, road: road, payload: Array(payload.utf8))
    }

    /// The body holds the shared secret, so not the body is kept but what counts of it.
    private func kept(_ notification: LegacyNotification) -> KeptNotification {
        let payload = LegacyPayload(notification).bytes
        let digest = SHA256.hash(payload)
        return KeptNotification(
            id: UUID(truncating: digest), version: 1, environment: notification.environment,
            type: notification.type, subtype: nil, transactionID: notification.transactionIDs.first, signedAt: now(),
            road: .call, payload: payload)
    }
}

/// What is kept of a notification of version 1: whom to ask Apple about. The same event gives the same bytes.
struct LegacyPayload: Sendable {
    let transactionIDs: [TransactionID]
    let receipt: String?
    let bytes: [UInt8]

    init(_ notification: LegacyNotification) {
        transactionIDs = notification.transactionIDs
        receipt = notification.receipt
        var writer = JSONWriter(reservingBytes: 512)
        writer.object { object in
            object.member("type", notification.type)
            object.member("environment", notification.environment.rawValue)
            object.member("bundle", notification.bundleID)
            object.member("transaction_ids", notification.transactionIDs.map(\.text).joined(separator: ","))
            object.member("receipt", notification.receipt)
        }
        bytes = writer.bytes
    }

    init(_ bytes: [UInt8]) throws {
        let object = try JSONObject(parsing: bytes)
        receipt = try object.optionalText("receipt")
        transactionIDs = try object.text("transaction_ids").split(separator: ",").map { try TransactionID(String($0)) }
        self.bytes = bytes
    }
}
