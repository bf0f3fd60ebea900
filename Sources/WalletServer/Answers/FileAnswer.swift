internal import HTTPServer

/// An answer that is a file and no JSON. It is never stored: what is in it may be private.
struct FileAnswer: Sendable {
    let contentType: String
    /// Letters, digits, dots and dashes.
    let name: String
    let bytes: [UInt8]

    var response: Response {
        Response(
            status: 200,
            headers: [
                ("Content-Type", contentType), ("Content-Disposition", "attachment; filename=\"\(name)\""),
                ("X-Content-Type-Options", "nosniff"), Rendering.notStored,
            ], body: .bytes(bytes))
    }
}
