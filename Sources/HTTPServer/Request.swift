/// A complete request: head checked, body within the bytes that were admitted.
package struct Request: Sendable {
    package let head: RequestHead
    package let body: [UInt8]
    /// The client's `X-Request-Id` if it is 1 to 64 letters, digits, `.`, `_`, `-`; else one of ours.
    package let id: String

    package init(head: RequestHead, body: [UInt8], id: String) {
        self.head = head
        self.body = body
        self.id = id
    }
}
