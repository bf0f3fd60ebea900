import Foundation

/// Blocking sockets, for threads of a test's own.
enum Sockets {
    struct Failed: Error {
        let errno: Int32
    }

    /// Listens on a free port of 127.0.0.1.
    static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                let bound = unsafe bind(descriptor, generic, length)
                return bound == 0 ? unsafe getsockname(descriptor, generic, &length) : bound
            }
        }
        guard status == 0, Glibc.listen(descriptor, 64) == 0 else { throw Failed(errno: errno) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Glibc.accept(listener, nil, nil)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Connects to a Unix socket.
    static func connect(path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Nil at the end of the stream.
    static func read(_ descriptor: Int32, bytesMax: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: bytesMax)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, bytesMax, 0) }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    static func shut(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    static func end(_ descriptor: Int32) {
        shut(descriptor)
        close(descriptor)
    }
}
