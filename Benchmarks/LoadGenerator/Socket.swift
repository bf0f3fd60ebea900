import Glibc

/// A blocking connection to the service on this machine's loopback. It lives as long as the process.
struct Socket {
    let descriptor: Int32

    init(port: UInt16) throws(SocketError) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(doing: "socket") }
        var one: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = loopback.bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let failure = SocketError(doing: "connect to port \(port)")
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
    }

    /// Sends all of it: a request is far smaller than a socket's buffer, so one call does.
    func send(_ bytes: [UInt8]) -> Bool {
        let sent = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        return sent == bytes.count
    }

    /// Receives what is there into `buffer`; 0 at the end or on failure.
    func receive(into buffer: inout [UInt8]) -> Int {
        let received = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return max(0, received)
    }
}

struct SocketError: Error {
    let doing: String
    let code = errno
}

private let loopback: UInt32 = 0x7F00_0001
