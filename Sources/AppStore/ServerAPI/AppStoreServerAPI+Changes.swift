internal import HTTPClient
package import WalletDomain

package import struct FoundationEssentials.UUID

/// Calls that tell Apple something. Repeating one does no harm.
extension AppStoreServerAPI {
    /// Links a purchase to one of our users after the fact; replaces an earlier token.
    ///
    /// - Parameter id: the original transaction id; a consumable's own.
    package func setAppAccountToken(
        _ token: UUID, of id: TransactionID, in environment: StoreEnvironment
    ) async throws(StoreAPIError) {
        var body = JSONWriter()
        body.object { $0.member("appAccountToken", token.uuidString.lowercased()) }
        _ = try await road.send(
            StoreAPICall(
                method: .put, path: "/inApps/v1/transactions/\(id.text)/appAccountToken", pace: .setToken,
                body: body.bytes), in: environment)
    }

    /// Finishes a consumable that was credited, so that the app does not bring it again.
    package func finish(_ id: TransactionID, in environment: StoreEnvironment) async throws(StoreAPIError) {
        _ = try await road.send(
            StoreAPICall(method: .post, path: "/inApps/v1/transactions/\(id.text)/finish", pace: .finish, body: []),
            in: environment)
    }

    /// Answers a `CONSUMPTION_REQUEST`. Only with the customer's consent, and within twelve hours.
    package func sendConsumption(
        _ answer: ConsumptionAnswer, of id: TransactionID, in environment: StoreEnvironment
    ) async throws(StoreAPIError) {
        _ = try await road.send(
            StoreAPICall(
                method: .put, path: "/inApps/v2/transactions/consumption/\(id.text)", pace: .consumption,
                body: answer.body), in: environment)
    }
}
