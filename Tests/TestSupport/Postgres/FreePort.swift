internal import Glibc

/// A port of the loopback address on which nobody listened a moment ago.
package enum FreePort {
    package static func find() -> UInt16 {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = unsafe bind(probe, generic, length)
                _ = unsafe getsockname(probe, generic, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}
