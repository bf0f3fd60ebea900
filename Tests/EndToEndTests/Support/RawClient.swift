import Foundation

/// One keep-alive connection of a thread's own, which sees what a client library hides: torn answers.
struct RawClient {
    enum End: Equatable {
        /// The whole answer.
        case answered(status: Int, closes: Bool)
        /// The connection ended before the first byte.
        case nothing
        /// It ended in the middle.
        case torn
        case cannotConnect
    }

    private let port: UInt16
    private let key: String
    private var connection: Int32?

    private static let chunkBytes = 65_536

    init(_ api: API) {
        port = api.url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        key = api.key
    }

    /// Sends a request and reads its answer; connects if the last answer ended the connection.
    mutating func post(_ path: String, _ body: String, key idempotencyKey: String) -> End {
        guard let socket = connection ?? Sockets.connect(port: port) else { return .cannotConnect }
        connection = socket
        let request = """
            POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\nIdempotency-Key: \
            \(idempotencyKey)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        guard Sockets.write(socket, Array(request.utf8)) else { return drop(.nothing) }
        var bytes: [UInt8] = []
        while let chunk = Sockets.read(socket, bytesMax: Self.chunkBytes) {
            bytes += chunk
            guard let answer = Self.parse(bytes) else { continue }
            return answer.closes
                ? drop(.answered(status: answer.status, closes: true)) : .answered(status: answer.status, closes: false)
        }
        return drop(bytes.isEmpty ? .nothing : .torn)
    }

    mutating func close() { _ = drop(.nothing) }

    private mutating func drop(_ end: End) -> End {
        if let connection { Sockets.end(connection) }
        connection = nil
        return end
    }

    /// Nil until head and body are whole.
    private static func parse(_ bytes: [UInt8]) -> (status: Int, closes: Bool)? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
        let status = head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let length =
            head.first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        guard text[end.upperBound...].utf8.count >= length else { return nil }
        return (status, head.contains("connection: close"))
    }
}

extension Sockets {
    /// Connects to a port of 127.0.0.1.
    static func connect(port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        return descriptor
    }
}
