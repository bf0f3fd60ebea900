/// A message to the developer's server: what it says. It is signed anew for each sending, with the same claims.
package struct SimulatedNotification: Codable, Sendable {
    /// `notificationUUID`: the same through all attempts.
    package let id: String
    package let type: String
    package let subtype: String?
    package let environment: SimulatedEnvironment
    package let bundleID: String
    package let signedAtMs: Int64
    /// The purchase as it was when the message was made.
    package let transaction: SimulatedTransaction?
    package let renewal: SimulatedRenewal?
    package let consumptionRequestReason: String?
    /// 2 is today's; 1 is the unsigned form that old servers know.
    package let version: Int
    package internal(set) var attempts: [SendAttempt] = []
    /// Nil if no attempt is to come.
    package internal(set) var nextAttemptMs: Int64?

    package var wasDelivered: Bool { attempts.last?.result == SendAttempt.success }
}

/// One try to deliver a message.
package struct SendAttempt: Codable, Equatable, Sendable {
    package static let success = "SUCCESS"

    package let atMs: Int64
    /// Apple's word, `SUCCESS` or another.
    package let result: String
    /// What the server answered; nil if nothing.
    package let status: Int?
}
