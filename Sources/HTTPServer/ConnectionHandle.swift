internal import CMicroHTTPD

/// A connection of libmicrohttpd as a value. It is valid until `MHD_OPTION_NOTIFY_COMPLETED` of its request: whoever
/// keeps one longer must hold a suspended connection, which the library cannot end.
@safe struct ConnectionHandle: Sendable {
    private let address: UInt

    init(_ raw: OpaquePointer) {
        address = UInt(bitPattern: raw)
    }

    var raw: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

    /// On the server's thread only.
    func suspend() {
        guard let raw = unsafe raw else { return }
        unsafe MHD_suspend_connection(raw)
    }

    /// From any thread, once for each `suspend`.
    func resume() {
        guard let raw = unsafe raw else { return }
        unsafe MHD_resume_connection(raw)
    }
}
