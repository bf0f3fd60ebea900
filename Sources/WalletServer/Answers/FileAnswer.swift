internal import HTTPServer

/// An answer that is a file and no JSON. It is never stored: what is in it may be private.
struct FileAnswer: Sendable {
    let contentType: String
    /// Letters, digits, dots and dashes.
    let name: String
    let body: Response.Body

    init(contentType: String, name: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.name = name
        body = .bytes(bytes)
    }

    /// - Parameter stream: whoever writes to it ends it, or cuts it if the file cannot be finished.
    init(contentType: String, name: String, stream: ResponseStream) {
        self.contentType = contentType
        self.name = name
        body = .stream(stream)
    }

    var response: Response {
        Response(
            status: 200,
            headers: [
                ("Content-Type", contentType), ("Content-Disposition", "attachment; filename=\"\(name)\""),
                ("X-Content-Type-Options", "nosniff"), Rendering.notStored,
            ], body: body)
    }
}
