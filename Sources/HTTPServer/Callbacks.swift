internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The library's calls into Swift, all on the server's thread. The context is the `ServerCore` (not retained), a
/// socket's pointer its `ConnectionRecord`, a request's pointer its `RequestReader` (both retained). A reader is
/// released when the library says that its request is over; of a request whose head never was complete it says
/// nothing, so the record remembers the reader until the next request or the socket's end.
enum Callbacks {
    static func table(for core: ServerCore) -> coffer_mhd_callbacks {
        unsafe coffer_mhd_callbacks(
            access: { unsafe Callbacks.access($1, method: $3, version: $4, data: $5, size: $6, reader: $7) },
            completed: { unsafe Callbacks.completed($1, reader: $2, code: $3) },
            connection: { unsafe Callbacks.connectionChanged($0, $1, slot: $2, code: $3) },
            target: { unsafe Callbacks.began($0, target: $1, $2) },
            // The text stays as it was sent: we decode ourselves, and notice what is malformed.
            unescape: { unsafe $2.map { unsafe strlen($0) } ?? 0 },
            context: Unmanaged.passUnretained(core).toOpaque())
    }

    private static func connectionChanged(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
        slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
    ) {
        guard let context = unsafe context, let connection = unsafe connection, let slot = unsafe slot else { return }
        let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
            let record = unsafe ConnectionRecord(
                socket: coffer_mhd_socket(connection),
                remoteAddress: PeerAddress.text(of: coffer_mhd_peer(connection)),
                nowMs: MonotonicTime.nowMs())
            core.connections.insert(record)
            unsafe slot.pointee = Unmanaged.passRetained(record).toOpaque()
        case .CONNECTION_NOTIFY_CLOSED:
            guard let pointer = unsafe slot.pointee else { return }
            let record = unsafe Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue()
            core.connections.remove(record)
            release(record.reader.exchange(0, ordering: .relaxed))?.finish(isComplete: false)
            unsafe slot.pointee = nil
        @unknown default:
            return
        }
    }

    /// The request line is there, the rest of the head may still come.
    private static func began(
        _ context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
    ) -> UnsafeMutableRawPointer? {
        guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection,
            let pointer = unsafe coffer_mhd_socket_context(connection)
        else { return nil }
        let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let record = unsafe Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeUnretainedValue()
        release(record.reader.exchange(0, ordering: .relaxed))?.finish(isComplete: false)
        let nowNs = MonotonicTime.nowNs()
        if record.phase.phase != .greeting { record.enter(.head, nowMs: MonotonicTime.milliseconds(nowNs)) }
        let reader = unsafe RequestReader(
            core: core, record: record, target: CText.bytes(target), startedNs: nowNs)
        let held = unsafe Unmanaged.passRetained(reader).toOpaque()
        record.reader.store(UInt(bitPattern: held), ordering: .relaxed)
        return unsafe held
    }

    /// The reader with that address, no longer retained for the library; `nil` for 0.
    private static func release(_ address: UInt) -> RequestReader? {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<RequestReader>.fromOpaque(pointer).takeRetainedValue()
    }

    private static func access(
        _ connection: OpaquePointer?, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
        data: UnsafePointer<CChar>?, size: UnsafeMutablePointer<Int>?,
        reader pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
        guard let connection = unsafe connection, let size = unsafe size, let held = unsafe pointer?.pointee else {
            return .NO
        }
        let reader = unsafe Unmanaged<RequestReader>.fromOpaque(held).takeUnretainedValue()
        let step: RequestReader.Step
        if reader.awaitsHead {
            step = unsafe reader.takeHead(HeadCollector.collect(connection, method: method, version: version))
        } else if let data = unsafe data, unsafe size.pointee > 0 {
            step = unsafe reader.takeBody(RawSpan(_unsafeStart: UnsafeRawPointer(data), byteCount: size.pointee))
            unsafe size.pointee = 0
        } else {
            step = unsafe reader.proceed(on: ConnectionHandle(connection))
        }
        switch step {
        case .proceed, .wait: return .YES
        case .cut: return .NO
        case .send(let answer, let endsConnection):
            return unsafe ResponseSender(reader: reader, connection: connection)
                .send(answer, endsConnection: endsConnection)
        }
    }

    private static func completed(
        _ connection: OpaquePointer?, reader pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        code: MHD_RequestTerminationCode
    ) {
        unsafe pointer?.pointee = nil
        guard let connection = unsafe connection, let socket = unsafe coffer_mhd_socket_context(connection) else {
            return
        }
        let record = unsafe Unmanaged<ConnectionRecord>.fromOpaque(socket).takeUnretainedValue()
        let reader = release(record.reader.exchange(0, ordering: .relaxed))
        reader?.finish(isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
    }
}
