/// A whole answer, whatever its status.
package struct HTTPResponse: Sendable {
    package let status: Int
    /// As sent, without those of interim answers (1xx).
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, whatever the case of its letters.
    package subscript(header name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
