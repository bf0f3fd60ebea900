package import WalletDomain

/// The body of a call that says it comes from Apple: which version it is, still unjudged.
///
/// Members that are not known here are left alone: Apple adds some.
package enum NotificationBody: Equatable, Sendable {
    /// Version 2; for `NotificationVerifier`.
    case signed(String)
    /// Version 1; for `LegacyNotification`.
    case legacy(JSONObject)

    /// - Parameter body: JSON, at most what the caller's own bound lets through.
    package init(_ body: [UInt8]) throws(ProofError) {
        do throws(JSONError) {
            let object = try JSONObject(parsing: body)
            if let signedPayload = try object.optionalText("signedPayload") {
                self = .signed(signedPayload)
            } else {
                _ = try object.text("notification_type")
                self = .legacy(object)
            }
        } catch {
            throw .badEncoding
        }
    }
}
