internal import Glibc

/// A bound, listening socket. Closed when dropped, unless it was handed over.
struct ListenSocket: ~Copyable {
    let descriptor: Int32
    let port: UInt16

    private static let backlogMax: Int32 = 1_024

    init(host: String, port: UInt16) throws(HTTPServerError) {
        let address = try Self.resolve(host, port)
        let descriptor = socket(Int32(address.family), Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotListen(errno: errno) }
        do throws(HTTPServerError) {
            try Self.bind(descriptor, address, port)
            self.port = try Self.boundPort(descriptor)
            self.descriptor = descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    consuming func handOver() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    private struct Address {
        var storage: sockaddr_storage
        var length: socklen_t
        var family: sa_family_t { storage.ss_family }
    }

    private static func resolve(_ host: String, _ port: UInt16) throws(HTTPServerError) -> Address {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>? = nil
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
            throw .hostNotAnAddress(host)
        }
        defer { unsafe freeaddrinfo(first) }
        var storage = sockaddr_storage()
        let length = unsafe first.pointee.ai_addrlen
        unsafe withUnsafeMutableBytes(of: &storage) { target in
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(length)))
        }
        return Address(storage: storage, length: length)
    }

    private static func bind(_ descriptor: Int32, _ address: Address, _ port: UInt16) throws(HTTPServerError) {
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let result = unsafe withUnsafePointer(to: address.storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, address.length)
            }
        }
        guard result == 0, listen(descriptor, backlogMax) == 0 else {
            throw errno == EADDRINUSE ? .portInUse(port) : .cannotListen(errno: errno)
        }
    }

    private static func boundPort(_ descriptor: Int32) throws(HTTPServerError) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { throw .cannotListen(errno: errno) }
        // The port stands in the same place, big-endian, in both families (RFC 3493, 3.3).
        return unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }
}
