import Testing
import WalletDomain

@testable import AppStore

/// The meaning of each status, and of the odd forms around it.
@Suite struct ReceiptStatusTests {
    private static let settings = AppStoreSettings(appIDs: [Forge.bundleID: nil])

    private static func judge(
        _ text: String, asked: StoreEnvironment = .production
    ) -> Result<[Purchase], VerifyReceiptError> {
        do throws(VerifyReceiptError) {
            return .success(try VerifyReceiptAnswer(Array(text.utf8)).purchases(settings, asked: asked))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "each status is final, worth some tries, or asked until it is judged",
        arguments: [
            (21_000, ReceiptPatience.endless), (21_001, .endless), (21_002, .someTries), (21_003, .none),
            (21_004, .endless), (21_005, .endless), (21_007, .endless), (21_008, .endless), (21_009, .endless),
            (21_010, .none), (21_100, .endless), (21_199, .endless), (21_200, .endless), (42, .endless),
        ] as [(Int, ReceiptPatience)])
    func patience(number: Int, patience: ReceiptPatience) {
        guard case .failure(let error) = Self.judge("{\"status\":\(number)}") else {
            Issue.record("\(number) was taken for valid")
            return
        }
        #expect(error.patience == patience && error.isRetryable == (patience != .none))
    }

    @Test(
        "whether Apple's own trouble is worth asking again stands under two names and in three forms",
        arguments: ["is-retryable", "is_retryable"],
        [("true", true), ("1", true), ("\"1\"", true), ("false", false), ("0", false), ("\"0\"", false), ("7", true)])
    func retryable(name: String, form: (String, Bool)) {
        guard case .failure(let error) = Self.judge("{\"status\":21104,\"\(name)\":\(form.0)}") else { return }
        #expect(error == .status(.internalError(isRetryable: form.1)))
        #expect(error.isRetryable == form.1)
    }

    @Test(
        "a status as a text is one; without a status it is no answer", arguments: ["{}", "[]", "<html>", "", "{\"sta"])
    func unreadable(text: String) {
        #expect(Self.judge("{\"status\":\"21003\"}") == .failure(.status(.notAuthentic)))
        #expect(Self.judge(text) == .failure(.unreadable(status: 200)))
    }

    private static func answer(
        receipt: String = "\"bundle_id\":\"\(Forge.bundleID)\",\"receipt_type\":\"Production\"", inApp: String? = "",
        more: String = ",\"environment\":\"Production\""
    ) -> String {
        let list = inApp.map { ",\"in_app\":[\($0)]" } ?? ""
        return "{\"status\":0,\"receipt\":{\(receipt)\(list)}\(more)}"
    }

    private static func entry(_ more: String = "", id: String = "\"7\"") -> String {
        "{\"product_id\":\"coins\",\"transaction_id\":\(id),\"purchase_date_ms\":\"1000\"\(more)}"
    }

    @Test("an empty list and no list are nothing to credit")
    func empty() {
        #expect(Self.judge(Self.answer()) == .success([]))
        #expect(Self.judge(Self.answer(inApp: nil)) == .success([]))
    }

    @Test("V-7: the entry of the app's own download is no purchase, whatever else it lacks")
    func download() throws {
        let own = "{\"product_id\":\"\(Forge.bundleID)\",\"transaction_id\":\"0\"}"
        #expect(Self.judge(Self.answer(inApp: own)) == .success([]))
        let both = Self.answer(inApp: own + "," + Self.entry())
        #expect(try Self.judge(both).get().map(\.productID) == ["coins"])
    }

    @Test("the flat answer of iOS 6, another app, no app and no receipt are refused")
    func refused() {
        let flat = "{\"status\":0,\"receipt\":{\"bid\":\"\(Forge.bundleID)\",\"transaction_id\":\"7\"}}"
        #expect(Self.judge(flat) == .failure(.oldFormat))
        #expect(Self.judge(Self.answer(receipt: "\"bundle_id\":\"com.other\"")) == .failure(.wrongApp))
        #expect(Self.judge(Self.answer(receipt: "\"bundle_id\":\"\"")) == .failure(.wrongApp))
        #expect(Self.judge("{\"status\":0}") == .failure(.content("receipt")))
    }

    @Test("the store stands in two places and follows from the address: all must agree")
    func stores() {
        let sandboxType = "\"bundle_id\":\"\(Forge.bundleID)\",\"receipt_type\":\"ProductionSandbox\""
        let xcode = "\"bundle_id\":\"\(Forge.bundleID)\",\"receipt_type\":\"Xcode\""
        let none = "\"bundle_id\":\"\(Forge.bundleID)\""
        let contradiction = Result<[Purchase], VerifyReceiptError>.failure(.contradiction)
        #expect(Self.judge(Self.answer(), asked: .sandbox) == contradiction)
        #expect(Self.judge(Self.answer(receipt: sandboxType)) == contradiction)
        #expect(Self.judge(Self.answer(receipt: xcode)) == contradiction)
        #expect(Self.judge(Self.answer(receipt: none, more: "")) == contradiction)
        #expect(Self.judge(Self.answer(more: "")) == .success([]))
        let sandbox = Self.answer(receipt: sandboxType, more: ",\"environment\":\"Sandbox\"")
        #expect(Self.judge(sandbox, asked: .sandbox) == .success([]))
    }

    @Test(
        "quantities: absent is one, impossible is none, text or number",
        arguments: [
            ("", 1), (",\"quantity\":\"3\"", 3), (",\"quantity\":3", 3), (",\"quantity\":\"0\"", nil),
            (",\"quantity\":\"-1\"", nil), (",\"quantity\":\"abc\"", nil), (",\"quantity\":1000", nil),
            (",\"quantity\":1.5", nil), (",\"quantity\":null", 1),
        ] as [(String, Int?)])
    func quantities(member: String, quantity: Int?) throws {
        let purchase = try #require(try Self.judge(Self.answer(inApp: Self.entry(member))).get().first)
        #expect(purchase.quantity == quantity)
    }

    @Test("a refund in either list is a refund; one that cannot be read is not taken for none")
    func refunds() throws {
        let both = Self.answer(
            inApp: Self.entry(),
            more: ",\"latest_receipt_info\":[\(Self.entry(",\"cancellation_date_ms\":\"5000\""))]")
        let purchases = try Self.judge(both).get()
        #expect(purchases.count == 1 && purchases.first?.revocation?.at == Instant(milliseconds: 5_000))
        for member in [",\"cancellation_date\":\"2020\"", ",\"cancellation_date_ms\":\"soon\""] {
            let odd = Self.answer(inApp: Self.entry(member))
            #expect(Self.judge(odd) == .failure(.content("cancellation_date_ms")))
        }
        let none = Self.answer(inApp: Self.entry(",\"cancellation_date\":\"\",\"cancellation_date_ms\":null"))
        #expect(try Self.judge(none).get().first?.revocation == nil)
    }

    @Test("an entry without id, with an id of another form, or without date spoils the answer")
    func entries() {
        for id in ["\"\"", "\"7a\"", "null", "{}"] {
            #expect(Self.judge(Self.answer(inApp: Self.entry(id: id))) == .failure(.content("transaction_id")))
        }
        let undated = "{\"product_id\":\"coins\",\"transaction_id\":\"7\"}"
        #expect(Self.judge(Self.answer(inApp: undated)) == .failure(.content("purchase_date_ms")))
    }
}
