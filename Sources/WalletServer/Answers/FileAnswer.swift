internal import HTTPServer

/// An answer that is a file and no JSON. It is never stored: what is in it may be private.
struct FileAnswer: Sendable {
    let contentType: String
    /// Letters, digits, dots and dashes.
    let name: String
    private let body: Response.Body
    private let headers: [(String, String)]

    init(contentType: String, name: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.name = name
        body = .bytes(bytes)
        headers = []
    }

    /// - Parameter stream: whoever writes to it ends it, or cuts it if the file cannot be finished.
    init(contentType: String, name: String, stream: ResponseStream, headers: [(String, String)] = []) {
        self.contentType = contentType
        self.name = name
        body = .stream(stream)
        self.headers = headers
    }

    var response: Response {
        Response(
            status: 200,
            headers: [
                ("Content-Type", contentType), ("Content-Disposition", "attachment; filename=\"\(name)\""),
                ("X-Content-Type-Options", "nosniff"), Rendering.notStored,
            ] + headers, body: body)
    }
}
