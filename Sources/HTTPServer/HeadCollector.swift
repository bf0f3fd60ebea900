internal import CMicroHTTPD
internal import Glibc

/// Copies a head out of the library's memory, which ends with the request.
enum HeadCollector {
    static func collect(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?
    ) -> RawHead {
        var raw = unsafe RawHead(
            method: method.map(CText.bytes) ?? [], version: version.map(CText.bytes) ?? [], headers: HeaderList(),
            bytes: coffer_mhd_head_bytes(connection), hasHiddenBytes: false)
        raw.headers.reserve(fields: fieldsUsual, bytes: raw.bytes)
        _ = unsafe withUnsafeMutablePointer(to: &raw) { pointer in
            unsafe MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let raw = unsafe context?.assumingMemoryBound(to: RawHead.self) else { return .NO }
                    unsafe HeadCollector.add(to: &raw.pointee, name, nameCount, value, valueCount)
                    return .YES
                }, UnsafeMutableRawPointer(pointer))
        }
        return raw
    }

    private static let fieldsUsual = 16

    private static func add(
        to raw: inout RawHead, _ name: UnsafePointer<CChar>?, _ nameCount: Int, _ value: UnsafePointer<CChar>?,
        _ valueCount: Int
    ) {
        let nameBytes = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
        let valueBytes = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
        unsafe raw.headers.append(name: nameBytes, value: valueBytes)
        if unsafe nameBytes.contains(0) || valueBytes.contains(0) { raw.hasHiddenBytes = true }
    }
}

/// Text that ends with a NUL.
enum CText {
    static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

enum PeerAddress {
    /// Numeric, without port; empty if the system does not say.
    static func text(of address: UnsafePointer<sockaddr>?) -> String {
        guard let address = unsafe address else { return "" }
        let isIPv6 = unsafe Int32(address.pointee.sa_family) == AF_INET6
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
            let result = unsafe getnameinfo(
                address, socklen_t(length), text.baseAddress, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            guard result == 0, let start = text.baseAddress else { return "" }
            return unsafe String(cString: start)
        }
    }
}
