import Glibc

/// Waits like `poll`, but to the microsecond: requests at a fixed rate are due that often. `ppoll` is not importable.
struct FineWait {
    /// What fits into the set.
    static let descriptorMax: Int32 = 1_023

    /// Sets `revents` of what can be read.
    /// - Returns: false if nothing came in time.
    static func poll(_ watched: inout [pollfd], nanoseconds: UInt64) -> Bool {
        var set = fd_set()
        var end: Int32 = 0
        for entry in watched where entry.fd >= 0 {
            unsafe withUnsafeMutableBytes(of: &set) { unsafe $0[Int(entry.fd / 8)] |= 1 << UInt8(entry.fd % 8) }
            end = max(end, entry.fd + 1)
        }
        var wait = timespec(tv_sec: 0, tv_nsec: Int(nanoseconds))
        let count = unsafe pselect(end, &set, nil, nil, &wait, nil)
        guard count > 0 else { return false }
        for index in watched.indices {
            watched[index].revents = 0
            guard watched[index].fd >= 0 else { continue }
            let (byte, bit) = (Int(watched[index].fd / 8), UInt8(watched[index].fd % 8))
            let isReady = unsafe withUnsafeBytes(of: &set) { unsafe $0[byte] & (1 << bit) != 0 }
            if isReady { watched[index].revents = Int16(POLLIN) }
        }
        return true
    }
}
