internal import HTTPServer

extension ControlDoor {
    private struct List<Item: Encodable>: Encodable {
        let items: [Item]
        /// How many there are in all; `items` may show the newest ones only.
        let total: Int
    }
    private struct ReceiptView: Encodable { let receipt: String }
    private struct FaultID: Encodable { let id: Int }
    private struct Done: Encodable { let done = true }

    private static let shownDefault = 100
    private static let shownMax = 100_000

    func answer(_ call: ControlCall, _ request: Request) throws -> Response {
        switch call {
        case .setup: try json(setup)
        case .listPurchases: try list(store.purchases, request, PurchaseView.init)
        case .listNotifications: try list(store.notifications, request, NotificationView.init)
        case .readPurchase(let id): try purchase(id)
        case .readReceipt: try receipt(request)
        case .buy: try purchase(store.buy(JSONText.decodeSnakeCase(BuyBody.self, request.body).order).transactionID)
        case .finish, .refund, .reverseRefund, .declineRefund, .askConsumption, .setToken:
            try change(call, JSONText.decodeSnakeCase(TransactionBody.self, request.body))
        case .readNotification(let id): try notification(id)
        case .notify: try notify(JSONText.decodeSnakeCase(NotifyBody.self, request.body))
        case .resend(let id): try resend(id)
        case .listFaults: try list(store.faults.active, request, FaultView.init)
        case .addFault: try addFault(JSONText.decodeSnakeCase(FaultBody.self, request.body))
        case .removeFault(let id): try removeFault(id)
        case .removeFaults: try removeFaults()
        case .setNotificationURL:
            try setNotificationURL(JSONText.decodeSnakeCase(NotificationURLBody.self, request.body))
        case .roots:
            Response(
                status: 200, headers: [("Content-Type", "application/x-pem-file")],
                body: .bytes(Array(store.authority.rootsPEM.utf8)))
        case .apiKey: try json(KeyView(store.apiKey))
        case .events: StoreAnswer.json(bytes: try JSONText.encode(store.events(newest: limit(request) ?? .max)))
        }
    }

    private func json(_ value: some Encodable) throws -> Response {
        StoreAnswer.json(bytes: try JSONText.encodeSnakeCase(value))
    }

    /// The newest first.
    private func list<Item, View: Encodable>(
        _ all: [Item], _ request: Request, _ view: (Item) -> View
    ) throws -> Response {
        let count = min(limit(request) ?? Self.shownDefault, Self.shownMax)
        return try json(List(items: all.suffix(count).reversed().map(view), total: all.count))
    }

    private func limit(_ request: Request) -> Int? {
        let text = (request.head.query ?? []).first { $0.name == "limit" }?.value
        return text.flatMap { Int($0) }.map { max(0, $0) }
    }

    private var setup: SetupView {
        let settings = store.settings
        return SetupView(
            bundleId: settings.bundleID, appAppleId: settings.appAppleID, url: addresses.url,
            sandboxUrl: addresses.sandboxURL, keyId: store.apiKey.keyID, issuerId: store.apiKey.issuerID,
            notificationUrls: Dictionary(
                uniqueKeysWithValues: store.notificationURLs.map { ($0.key.rawValue, $0.value) }),
            speed: settings.speed,
            products: settings.products.map {
                ProductView(
                    id: $0.id, kind: $0.kind.rawValue, priceMilliunits: $0.priceMilliunits, currency: $0.currency)
            },
            notificationTypes: NotificationTypes.all, consumptionReasons: SimulatedStore.consumptionReasons,
            faultKinds: Fault.Kind.allCases.map(FaultKindView.init))
    }

    /// With everything that an app could show of it.
    private func purchase(_ id: String) throws -> Response {
        let purchase = try store.read { try $0.known(id) }
        var view = PurchaseView(purchase)
        view.signedTransaction = try store.signedTransaction(id)
        view.receipt = try store.receipt(
            account: purchase.account, in: purchase.environment, bundleID: purchase.bundleID)
        return try json(view)
    }

    private func receipt(_ request: Request) throws -> Response {
        let query = request.head.query ?? []
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let environment = value("environment").map { SimulatedEnvironment(rawValue: $0) } ?? .production
        guard let environment else { throw StoreRefusal.invalid("environment is Production or Sandbox") }
        return try json(
            ReceiptView(
                receipt: try store.receipt(
                    account: value("account") ?? "customer", in: environment, bundleID: value("bundle_id"))))
    }

    private func change(_ call: ControlCall, _ body: TransactionBody) throws -> Response {
        let id = body.transactionId
        switch call {
        case .finish: try store.finish(id)
        case .refund:
            try store.refund(
                id, milliPercent: body.milliPercent ?? SimulatedPurchase.Revocation.wholeMilliPercent,
                reason: body.reason ?? 0)
        case .reverseRefund: try store.reverseRefund(id)
        case .declineRefund: try store.declineRefund(id)
        case .askConsumption: try store.askConsumption(id, reason: body.consumptionReason ?? "UNINTENDED_PURCHASE")
        case .setToken: try store.setAppAccountToken(body.appAccountToken ?? "", of: id)
        default: throw StoreRefusal.invalid("no change of a purchase")
        }
        return try json(PurchaseView(try store.read { try $0.known(id) }))
    }

    private func notification(_ id: String) throws -> Response {
        guard let notification = store.notification(id) else { throw StoreRefusal.unknownNotification(id) }
        var view = NotificationView(notification)
        view.signedPayload =
            notification.version == 2
            ? try store.signedPayload(notification)
            : String(decoding: try store.legacyBody(notification), as: UTF8.self)
        return try json(view)
    }

    private func notify(_ body: NotifyBody) throws -> Response {
        guard [1, 2].contains(body.version ?? 2) else { throw StoreRefusal.invalid("version is 1 or 2") }
        let made = try store.notify(
            body.type, subtype: body.subtype, about: body.transactionId, in: body.environment ?? .production,
            version: body.version)
        return try json(NotificationView(made))
    }

    private func resend(_ id: String) throws -> Response {
        try store.resend(id)
        return try json(Done())
    }

    private struct KeyView: Encodable {
        let keyId: String
        let issuerId: String
        let privateKey: String

        init(_ key: SimulatedAPIKey) {
            keyId = key.keyID
            issuerId = key.issuerID
            privateKey = key.privateKeyPEM
        }
    }

    private func setNotificationURL(_ body: NotificationURLBody) throws -> Response {
        guard body.url.isEmpty || body.url.hasPrefix("http://") || body.url.hasPrefix("https://") else {
            throw StoreRefusal.invalid("a URL begins with http:// or https://")
        }
        for environment in body.environment.map({ [$0] }) ?? SimulatedEnvironment.allCases {
            store.setNotificationURL(body.url.isEmpty ? nil : body.url, for: environment)
        }
        return try json(setup)
    }

    private func addFault(_ body: FaultBody) throws -> Response {
        let id = try store.faults.add(try body.fault(nowMs: store.settings.nowMs()))
        return try json(FaultID(id: id))
    }

    private func removeFault(_ id: String) throws -> Response {
        guard let number = Int(id) else { throw StoreRefusal.invalid("the fault is no number") }
        try store.faults.remove(number)
        return try json(Done())
    }

    private func removeFaults() throws -> Response {
        store.faults.removeAll()
        return try json(Done())
    }
}
