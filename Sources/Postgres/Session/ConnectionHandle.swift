internal import CLibPQ

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Owns one libpq connection; finished exactly once. Never blocks without a deadline after it is open.
/// Not Sendable on purpose: it is born, used and ended inside one `PostgresSession`.
@safe
struct ConnectionHandle: ~Copyable {
    private let raw: OpaquePointer
    let notices: NoticeBox

    /// Blocks until connected or refused; for each host at most `connectTimeoutSeconds`.
    init(_ settings: PostgresSettings) throws(PostgresError) {
        let raw = try unsafe Self.connect(settings)
        let notices = NoticeBox()
        let argument = unsafe Unmanaged.passUnretained(notices).toOpaque()
        _ = unsafe PQsetNoticeReceiver(raw, NoticeBox.receiver, argument)
        unsafe self.raw = raw
        self.notices = notices
    }

    deinit { unsafe PQfinish(raw) }

    var transactionStatus: PGTransactionStatusType { unsafe PQtransactionStatus(raw) }

    var isBad: Bool { unsafe PQstatus(raw) != CONNECTION_OK }

    var errorMessage: String { unsafe String(cString: PQerrorMessage(raw)) }

    var backendPID: Int32 { unsafe PQbackendPID(raw) }

    /// Cuts the socket. PQfinish says good-bye first and could wait for a peer that does not read; now it cannot.
    func cut() { _ = unsafe shutdown(PQsocket(raw), Int32(SHUT_RDWR)) }

    /// Whether the server hung up while nobody looked: an idle connection has nothing to read.
    func isAliveWhenIdle() -> Bool {
        guard !isBad else { return false }
        var descriptor = unsafe pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, 0) > 0 else { return true }
        // PQisBusy reads what came: a setting that changed is harmless, a farewell is not.
        return unsafe PQconsumeInput(raw) == 1 && PQisBusy(raw) == 0 && !notices.hasFarewell && !hasHungUp()
    }

    /// PQconsumeInput reads what was sent before the end first, and finds the end only when asked again.
    private func hasHungUp() -> Bool {
        var descriptor = unsafe pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, 0) > 0 else { return isBad }
        return unsafe PQconsumeInput(raw) == 0 || isBad
    }

    func enterPipelineMode() throws(PostgresError) {
        guard unsafe PQpipelineStatus(raw) == PQ_PIPELINE_OFF else { return }
        guard unsafe PQenterPipelineMode(raw) == 1 else { throw .connectionLost(errorMessage) }
    }

    func exitPipelineMode() throws(PostgresError) {
        guard unsafe PQexitPipelineMode(raw) == 1 else { throw .connectionLost(errorMessage) }
    }

    func sendPrepare(name: String, sql: String, types: ArraySlice<UInt32>) throws(PostgresError) {
        guard unsafe PQsendPrepare(raw, name, sql, Int32(clamping: types.count), Array(types)) == 1 else {
            throw .connectionLost(errorMessage)
        }
    }

    /// Sends `step` as the prepared statement `name`, or parsed anew if `name` is nil; rows come back binary.
    func send(
        _ step: Pipeline.Step, name: String?, _ parameters: borrowing Parameters
    ) throws(PostgresError) {
        let count = Int32(clamping: step.parameters.count)
        var values = unsafe [UnsafePointer<CChar>?]()
        unsafe values.reserveCapacity(step.parameters.count)
        for index in step.parameters {
            let offset = parameters.offsets[index]
            unsafe values.append(offset.map { unsafe parameters.arena.address(at: $0) })
        }
        let lengths = Array(parameters.lengths[step.parameters])
        let formats = [Int32](repeating: 1, count: step.parameters.count)
        let types = Array(parameters.oids[step.parameters])
        let sent =
            if let name {
                unsafe PQsendQueryPrepared(raw, name, count, values, lengths, formats, 1)
            } else {
                unsafe PQsendQueryParams(raw, step.sql, count, types, values, lengths, formats, 1)
            }
        guard sent == 1 else { throw .connectionLost(errorMessage) }
    }

    func sendSync() throws(PostgresError) {
        guard unsafe PQpipelineSync(raw) == 1 else { throw .connectionLost(errorMessage) }
    }

    /// The simple protocol: several statements in one text, no parameters.
    func sendScript(_ sql: String) throws(PostgresError) {
        guard unsafe PQsendQuery(raw, sql) == 1 else { throw .connectionLost(errorMessage) }
    }

    /// Writes all that is queued, and reads meanwhile: two full pipes would wait for each other for ever.
    func flush(_ deadline: Deadline) throws(PostgresError) {
        while true {
            let left = unsafe PQflush(raw)
            guard left >= 0 else { throw .connectionLost(errorMessage) }
            guard left == 1 else { return }
            if try wait(POLLIN | POLLOUT, deadline) & ~Int32(POLLOUT) != 0 { try consumeInput() }
        }
    }

    /// The next result; nil where libpq marks the end of one statement's results.
    func nextResult(_ deadline: Deadline) throws(PostgresError) -> ResultHandle? {
        while unsafe PQisBusy(raw) == 1 {
            _ = try wait(POLLIN, deadline)
            guard unsafe PQconsumeInput(raw) == 0 else { continue }
            // Before it hung up the server may have said why, and that waits in libpq's memory.
            guard unsafe PQisBusy(raw) == 0 else { throw .connectionLost(errorMessage) }
        }
        guard let result = unsafe PQgetResult(raw) else { return nil }
        return unsafe ResultHandle(result)
    }

    /// Appends the next message of a COPY; false if there are no more.
    func appendCopied(to bytes: inout [UInt8], _ deadline: Deadline) throws(PostgresError) -> Bool {
        while true {
            var message = unsafe UnsafeMutablePointer<CChar>?.none
            let count = unsafe PQgetCopyData(raw, &message, 1)
            defer { unsafe PQfreemem(message) }
            guard count >= -1 else { throw .connectionLost(errorMessage) }
            guard count >= 0 else { return false }
            if count > 0 {
                unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: message, count: Int(count)))
                return true
            }
            _ = try wait(POLLIN, deadline)
            try consumeInput()
        }
    }

    private func consumeInput() throws(PostgresError) {
        guard unsafe PQconsumeInput(raw) == 1 else { throw .connectionLost(errorMessage) }
    }

    /// Returns what poll(2) reports; waits again when a signal came in between.
    private func wait(_ events: Int32, _ deadline: Deadline) throws(PostgresError) -> Int32 {
        while true {
            let leftMs = deadline.remainingMs
            guard leftMs > 0 else { throw .deadlineExceeded }
            var descriptor = unsafe pollfd(fd: PQsocket(raw), events: Int16(events), revents: 0)
            let ready = unsafe poll(&descriptor, 1, leftMs)
            if ready > 0 { return Int32(descriptor.revents) }
            if ready < 0 && errno != EINTR { throw .connectionLost("poll failed with \(errno)") }
        }
    }
}
