internal import CCurl

/// Owns libcurl's multi handle; used on the loop's thread only, except for its `wakeUp`.
@safe struct MultiHandle: ~Copyable {
    private let raw: UnsafeMutableRawPointer

    private static let isCurlReady: Bool = coffer_curl_global_init() == CURLE_OK

    init?(settings: HTTPClientSettings) {
        guard Self.isCurlReady, let raw = unsafe curl_multi_init() else { return nil }
        unsafe coffer_curl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, settings.idleConnectionsMax)
        unsafe coffer_curl_multi_set_long(raw, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.connectionsMax)
        unsafe self.raw = raw
    }

    deinit { unsafe curl_multi_cleanup(raw) }

    var wakeUp: WakeUp { unsafe WakeUp(raw) }

    func add(_ transfer: Transfer) -> Bool {
        unsafe curl_multi_add_handle(raw, transfer.easy) == CURLM_OK
    }

    func remove(_ transfer: Transfer) {
        unsafe curl_multi_remove_handle(raw, transfer.easy)
    }

    func perform() {
        var running: Int32 = 0
        unsafe curl_multi_perform(raw, &running)
    }

    /// Until something happens, somebody rings, or the time is over.
    func wait(atMostMs: Int32) {
        unsafe curl_multi_poll(raw, nil, 0, atMostMs, nil)
    }

    /// A transfer that is over: its handle's address and how it ended.
    func nextEnded() -> (easyAddress: UInt, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(raw, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            return unsafe (UInt(bitPattern: message.pointee.easy_handle), message.pointee.data.result)
        }
        return nil
    }
}

/// Ends the loop's `wait` from any thread. Valid while the multi handle is: kept under the inbox's lock, and
/// forgotten there before the handle is freed.
@safe struct WakeUp: Sendable {
    private let address: UInt

    init(_ raw: UnsafeMutableRawPointer) {
        address = UInt(bitPattern: raw)
    }

    func ring() {
        guard let raw = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        unsafe curl_multi_wakeup(raw)
    }
}
