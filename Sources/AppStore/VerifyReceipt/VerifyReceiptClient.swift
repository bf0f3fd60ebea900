internal import Crypto
package import HTTPClient
package import WalletDomain

/// Where verifyReceipt is, and the app's shared secret.
package struct VerifyReceiptSettings: Sendable {
    package static let productionURL = "https://buy.itunes.apple.com/verifyReceipt"
    package static let sandboxURL = "https://sandbox.itunes.apple.com/verifyReceipt"

    /// Needed for receipts with subscriptions in them.
    package var sharedSecret: Secret?
    /// Other addresses than Apple's are for development only.
    package var productionURL = Self.productionURL
    package var sandboxURL = Self.sandboxURL
    package var timeoutMs = Limits.appleTimeoutMs
    package var callsMax = Limits.appleCallsMax

    package init(sharedSecret: Secret? = nil) { self.sharedSecret = sharedSecret }
}

/// Asks Apple to judge a receipt: the old way (deprecated in June 2023), for receipts that cannot be judged here.
///
/// The answer is not signed: the connection's certificate is all that says it comes from Apple. Production is always
/// asked first, and the sandbox only if production says so: a client's word about it would be worth nothing.
/// Source: Apple, "verifyReceipt"; choices in `docs/decisions/0011-asking-apple.md`.
package final class VerifyReceiptClient: Sendable {
    private let settings: VerifyReceiptSettings
    private let appStore: AppStoreSettings
    private let client: HTTPClient
    private let clock: AppleClock
    private let slots: CallSlots
    private let breaker: CircuitBreaker

    package init(
        _ settings: VerifyReceiptSettings, _ appStore: AppStoreSettings, client: HTTPClient,
        clock: AppleClock = .system
    ) {
        self.settings = settings
        self.appStore = appStore
        self.client = client
        self.clock = clock
        slots = CallSlots(settings.callsMax)
        breaker = CircuitBreaker(trialMs: Int64(settings.timeoutMs))
    }

    /// - Parameter receipt: base64, at most `Limits.receiptBytesMax`; damage by transport is undone.
    /// - Returns: every purchase that Apple knows of in the receipt; there may be none.
    package func verify(_ receipt: String) async throws(VerifyReceiptError) -> [Purchase] {
        let body = try requestBody(receipt)
        guard slots.enter() else { throw .busy }
        defer { slots.leave() }
        do throws(VerifyReceiptError) {
            return try await ask(.production, body)
        } catch .status(.sandboxReceipt) {
            return try await ask(.sandbox, body)
        }
    }

    private func requestBody(_ receipt: String) throws(VerifyReceiptError) -> [UInt8] {
        let text = Array(receipt.utf8)
        guard text.count <= Limits.receiptBytesMax else { throw .notAReceipt(.tooLarge) }
        let der: [UInt8]
        do throws(ProofError) {
            der = try ReceiptText.decode(text)
        } catch {
            throw .notAReceipt(error)
        }
        // Every receipt is a DER SEQUENCE; a StoreKit 2 token or a property list of iOS 6 is none.
        guard der.first == DERTag.sequence else { throw .notAReceipt(.badEncoding) }
        var writer = JSONWriter(reservingBytes: text.count + 256)
        writer.object {
            $0.member("receipt-data", Base64.encode(der, .standard))
            if let secret = settings.sharedSecret {
                $0.member("password", String(decoding: secret.bytes, as: UTF8.self))
            }
        }
        return writer.bytes
    }

    private func ask(
        _ environment: StoreEnvironment, _ body: [UInt8]
    ) async throws(VerifyReceiptError) -> [Purchase] {
        try admit(environment)
        let url = environment == .production ? settings.productionURL : settings.sandboxURL
        let request = HTTPRequest(
            .post, url, headers: [("Content-Type", "application/json"), ("Accept", "application/json")], body: body,
            responseBytesMax: Limits.appleAnswerBytesMax, timeoutMs: settings.timeoutMs)
        let response: HTTPResponse
        do throws(HTTPClientError) {
            response = try await client.send(request)
        } catch {
            guard error != .cancelled else { throw .cancelled }
            breaker.failed(environment, .outage, nowMs: clock.steadyMs())
            throw .unreachable(error)
        }
        return try judge(response, environment)
    }

    private func judge(
        _ response: HTTPResponse, _ environment: StoreEnvironment
    ) throws(VerifyReceiptError) -> [Purchase] {
        do throws(VerifyReceiptError) {
            guard response.status == 200 else { throw VerifyReceiptError.unreadable(status: response.status) }
            let answer = try VerifyReceiptAnswer(response.body)
            breaker.succeeded(environment)
            return try answer.purchases(appStore, asked: environment)
        } catch {
            if case .unreadable = error { breaker.failed(environment, .outage, nowMs: clock.steadyMs()) }
            throw error
        }
    }

    private func admit(_ environment: StoreEnvironment) throws(VerifyReceiptError) {
        do throws(StoreAPIError) {
            try breaker.admit(environment, nowMs: clock.steadyMs())
        } catch {
            throw .paused(retryAfterMs: error.retryAfter.map { Int64($0 / .milliseconds(1)) } ?? Limits.applePauseMs)
        }
    }
}
