import AppStore
import FoundationEssentials
import StoreSimulator
import Testing
import WalletDomain

/// Notifications with one thing changed, validly signed unless it is said otherwise.
@Suite struct ForgedNotificationTests {
    private static let appID: Int64 = 123_456
    private static let id = "9AD56BD2-0BC6-42E0-AF24-FD996D87A1E6"
    private static let settings = AppStoreSettings(
        appIDs: [Forge.bundleID: appID], anchors: Forge.settings.anchors)
    private static let verifier = NotificationVerifier(settings)

    /// - Parameter data: the members of `data`; nil takes a good one.
    private static func payload(
        data: String? = nil, type: String = "REFUND", subject: String = "data", more: String = "",
        signedDate: String? = nil
    ) throws -> [UInt8] {
        let data = try data ?? good()
        let date = signedDate ?? ",\"signedDate\":\(Forge.now.milliseconds)"
        return Array(
            """
            {"notificationType":"\(type)","notificationUUID":"\(id)","version":"2.0"\(date),
            "\(subject)":{\(data)}\(more)}
            """.utf8)
    }

    private static func good(
        environment: String = "Production", bundle: String = Forge.bundleID, appID: String = "123456",
        transaction: SimulatedTransaction? = nil, authority: TestAuthority = Forge.authority
    ) throws -> String {
        let inner = transaction ?? Forge.transaction { $0.environment = "Production" }
        let token = try authority.sign(inner)
        return "\"bundleId\":\"\(bundle)\",\"environment\":\"\(environment)\",\"appAppleId\":\(appID),"
            + "\"signedTransactionInfo\":\"\(token)\""
    }

    private static func verify(_ payload: [UInt8], now: Instant = Forge.now) throws -> StoreNotification {
        try verifier.verify(Forge.authority.sign(payload: payload), now: now)
    }

    private static func fault(_ payload: [UInt8], now: Instant = Forge.now) throws -> ProofError? {
        let token = try Forge.authority.sign(payload: payload)
        do throws(ProofError) {
            _ = try verifier.verify(token, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("the control is read whole")
    func control() throws {
        let notification = try Self.verify(Self.payload())
        #expect(notification.id == UUID(uuidString: Self.id))
        #expect(notification.purchase?.transactionID.text == "2000000000000001")
        #expect(notification.kind == .refunded && notification.environment == .production)
    }

    @Test("what is inside must be signed by Apple as well, and be of the same app and store")
    func nested() throws {
        let stranger = try Self.good(authority: Forge.stranger)
        #expect(try Self.fault(Self.payload(data: stranger)) == .invalidSignature(.root))
        let sandbox = try Self.good(transaction: Forge.transaction { $0.environment = "Sandbox" })
        #expect(try Self.fault(Self.payload(data: sandbox)) == .wrongEnvironment)
        let other = try Self.good(transaction: Forge.transaction { $0.bundleId = "com.example.other" })
        #expect(try Self.fault(Self.payload(data: other)) == .wrongApp)
        let renewal = try Self.good() + ",\"signedRenewalInfo\":\"\(Forge.stranger.sign(payload: Array("{}".utf8)))\""
        #expect(try Self.fault(Self.payload(data: renewal)) == .invalidSignature(.root))
    }

    @Test("of two apps that are ours, the one inside must be the one outside")
    func twoOfOurs() throws {
        let settings = AppStoreSettings(
            appIDs: [Forge.bundleID: 123_456, "com.example.other": 7], anchors: Forge.settings.anchors)
        let data = try Self.good(
            transaction: Forge.transaction {
                $0.bundleId = "com.example.other"
                $0.environment = "Production"
            })
        let token = try Forge.authority.sign(payload: Self.payload(data: data))
        #expect(throws: ProofError.wrongApp) { try NotificationVerifier(settings).verify(token, now: Forge.now) }
    }

    @Test("the outer signature counts, whatever is inside")
    func outer() throws {
        let token = try Forge.stranger.sign(payload: Self.payload())
        #expect(throws: ProofError.invalidSignature(.root)) { try Self.verifier.verify(token, now: Forge.now) }
    }

    @Test(
        "production needs our number of the app, the sandbox none",
        arguments: [
            ("Production", "123456", true), ("Production", "999", false), ("Production", "null", false),
            ("Production", "\"123456\"", false), ("Sandbox", "null", true), ("Sandbox", "999", true),
        ] as [(String, String, Bool)])
    func appNumber(environment: String, number: String, isAccepted: Bool) throws {
        let data = try Self.good(
            environment: environment, appID: number, transaction: Forge.transaction { $0.environment = environment })
        #expect(try (Self.fault(Self.payload(data: data)) == nil) == isAccepted)
    }

    @Test("exactly one subject: none, two and one of another form are refused")
    func subjects() throws {
        let none = Array("{\"notificationType\":\"TEST\",\"notificationUUID\":\"\(Self.id)\"}".utf8)
        #expect(try Self.fault(none) == .invalidSignature(.claim("data")))
        let two = try Self.payload(more: ",\"summary\":{}")
        #expect(try Self.fault(two) == .invalidSignature(.claim("data")))
        let list = Array("{\"notificationType\":\"TEST\",\"notificationUUID\":\"\(Self.id)\",\"data\":[]}".utf8)
        #expect(try Self.fault(list) == .invalidSignature(.claim("data")))
        let withNull = try Self.payload(more: ",\"summary\":null")
        #expect(try Self.fault(withNull) == nil)
    }

    @Test(
        "summaries, tokens of external purchases and app data are genuine and hold no purchase",
        arguments: [
            ("summary", "RENEWAL_EXTENSION", "\"environment\":\"Production\",\"appAppleId\":123456", "Production"),
            (
                "externalPurchaseToken", "EXTERNAL_PURCHASE_TOKEN",
                "\"externalPurchaseId\":\"SANDBOX_a\",\"appAppleId\":123456", "Sandbox"
            ),
            (
                "externalPurchaseToken", "EXTERNAL_PURCHASE_TOKEN",
                "\"externalPurchaseId\":\"a\",\"appAppleId\":123456", "Production"
            ),
            ("appData", "RESCIND_CONSENT", "\"environment\":\"Sandbox\"", "Sandbox"),
        ] as [(String, String, String, String)])
    func otherSubjects(subject: String, type: String, members: String, environment: String) throws {
        let data = "\"bundleId\":\"\(Forge.bundleID)\",\(members)"
        let notification = try Self.verify(Self.payload(data: data, type: type, subject: subject))
        #expect(notification.purchase == nil && notification.kind == .information)
        #expect(notification.environment.rawValue == environment)
    }

    @Test("a missing date is now, a date ahead of our clock is no date of ours")
    func dates() throws {
        #expect(try Self.verify(Self.payload(signedDate: "")).signedAt == Forge.now)
        let ahead = ",\"signedDate\":\(Forge.now.milliseconds + 3_600_000)"
        #expect(try Self.fault(Self.payload(signedDate: ahead)) == .clockAhead)
    }

    @Test("a TEST holds no transaction; an unknown type is genuine and unknown")
    func types() throws {
        let data = "\"bundleId\":\"\(Forge.bundleID)\",\"environment\":\"Sandbox\""
        let test = try Self.verify(Self.payload(data: data, type: "TEST"))
        #expect(test.kind == .test && test.purchase == nil)
        #expect(try Self.verify(Self.payload(type: "BRAND_NEW")).kind == .unknown)
    }

    @Test("no id, an id that is no UUID, no type, no environment")
    func members() throws {
        let text = String(decoding: try Self.payload(), as: UTF8.self)
        let changes: [(String, String, ProofError)] = [
            (Self.id, "nonsense", .invalidSignature(.claim("notificationUUID"))),
            ("\"notificationType\":\"REFUND\",", "", .invalidSignature(.claim("notificationType"))),
            ("\"environment\":\"Production\"", "\"environment\":\"Xcode\"", .wrongEnvironment),
            ("\"environment\":\"Production\",", "", .wrongEnvironment),
        ]
        for (old, new, expected) in changes {
            #expect(try Self.fault(Array(text.replacing(old, with: new).utf8)) == expected, "\(new)")
        }
    }

    @Test("more than 256 KiB is refused before anything is read")
    func size() throws {
        let token = String(repeating: "a", count: Limits.notificationBytesMax + 1)
        #expect(throws: ProofError.tooLarge) { try Self.verifier.verify(token, now: Forge.now) }
    }

    @Test("a body is of one version, or of none")
    func bodies() throws {
        #expect(try NotificationBody(Array("{\"signedPayload\":\"a.b.c\",\"new\":1}".utf8)) == .signed("a.b.c"))
        guard case .legacy = try NotificationBody(Array("{\"notification_type\":\"REFUND\"}".utf8)) else {
            Issue.record("version 1 was not recognised")
            return
        }
        for text in ["", "[]", "{}", "{\"signedPayload\":1}", "<html>"] {
            #expect(throws: ProofError.badEncoding) { try NotificationBody(Array(text.utf8)) }
        }
    }
}
