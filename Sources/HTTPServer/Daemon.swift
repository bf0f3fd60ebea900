internal import CMicroHTTPD

/// Owns one libmicrohttpd daemon with its thread. One internal *poll* thread: the library's epoll mode was seen to
/// stall with 512 keep-alive connections (unread requests, server asleep); poll never was and is as fast.
@safe struct Daemon: ~Copyable {
    private let raw: OpaquePointer
    /// The library keeps pointers into it.
    private let tls: TLSMaterial?
    private var isListening = true

    /// Room for the head, what the library notes of each field, and the answer's head.
    private static let bytesPerHeader = 64
    private static let answerHeadBytes = 2 * 1_024

    /// - Parameter core: must outlive the daemon.
    init(core: ServerCore, listenSocket: Int32, tls: consuming TLSMaterial?) throws(HTTPServerError) {
        let settings = core.settings
        let poolBytes =
            settings.headBytesMax + settings.headersMax * Self.bytesPerHeader + Self.answerHeadBytes
        let silenceSeconds = (settings.idleTimeoutMs + 999) / 1_000
        var flags = MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        var options = unsafe [
            unsafe Self.option(.LISTEN_SOCKET, Int(listenSocket)),
            unsafe Self.option(.CONNECTION_MEMORY_LIMIT, poolBytes),
            unsafe Self.option(.CONNECTION_LIMIT, settings.connectionsMax),
            unsafe Self.option(.CONNECTION_TIMEOUT, silenceSeconds),
        ]
        if settings.connectionsPerAddressMax > 0 {
            unsafe options.append(
                unsafe Self.option(.PER_IP_CONNECTION_LIMIT, settings.connectionsPerAddressMax))
        }
        var isSecure = false
        switch tls {
        case .some(let material):
            isSecure = true
            flags |= MHD_USE_TLS.rawValue
            unsafe options.append(MHD_OptionItem(option: .HTTPS_MEM_CERT, value: 0, ptr_value: material.certificate))
            unsafe options.append(MHD_OptionItem(option: .HTTPS_MEM_KEY, value: 0, ptr_value: material.key))
        case .none: break
        }
        unsafe options.append(Self.option(.END, 0))
        var callbacks = unsafe Callbacks.table(for: core)
        guard let raw = unsafe coffer_mhd_start(flags, &callbacks, &options) else {
            throw isSecure ? .tlsFilesInvalid : .cannotStart
        }
        unsafe self.raw = raw
        self.tls = tls
    }

    private static func option(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
        unsafe MHD_OptionItem(option: option, value: value, ptr_value: nil)
    }

    /// Accepts no more connections; the listening socket is the caller's again (-1: it was before).
    mutating func quiesce() -> Int32 {
        guard isListening else { return -1 }
        isListening = false
        return unsafe MHD_quiesce_daemon(raw)
    }

    /// Closes all connections and ends the thread. Nothing may be suspended, except what is being resumed.
    deinit { unsafe MHD_stop_daemon(raw) }
}
