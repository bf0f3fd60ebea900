/// Which of Apple's two worlds a purchase belongs to. Raw values are Apple's.
package enum SimulatedEnvironment: String, Codable, CaseIterable, Sendable {
    case production = "Production"
    case sandbox = "Sandbox"

    /// Apple's transaction ids of the two worlds begin differently; so do ours.
    var firstTransactionID: Int64 {
        switch self {
        case .production: 1_000_000_000_000_000
        case .sandbox: 2_000_000_000_000_000
        }
    }

    /// As attribute 0 of a receipt and `receipt_type` of an answer have it.
    var receiptType: String {
        switch self {
        case .production: "Production"
        case .sandbox: "ProductionSandbox"
        }
    }
}
