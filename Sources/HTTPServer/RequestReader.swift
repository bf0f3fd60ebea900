internal import Synchronization

/// Follows one request from its first line to its end. Lives on the server's thread only (so it is not Sendable),
/// owned by the library's request pointer.
final class RequestReader {
    /// What the callback does next.
    enum Step {
        /// Go on reading.
        case proceed
        case send(AnswerSlot.Answer, endsConnection: Bool)
        /// The connection is suspended until the answer comes.
        case wait
        /// Close without an answer.
        case cut
    }

    private enum Stage {
        case head
        case body(bytesMax: Int)
        /// The body is too long; what comes is thrown away.
        case discarding(bytesLeft: Int)
        /// Refused, and there is no body.
        case refused(AnswerSlot.Answer)
        case answer
    }

    let core: ServerCore
    let record: ConnectionRecord
    let target: [UInt8]
    let startedNs: UInt64
    private(set) var head: RequestHead?
    private(set) var requestID = ""
    private(set) var slot: AnswerSlot?
    private(set) var isCounted = false
    private var stage = Stage.head
    private var body: [UInt8] = []

    // Written by the sender, read for the log.
    var status = 0
    var bodyBytesSent = 0

    init(core: ServerCore, record: ConnectionRecord, target: [UInt8], startedNs: UInt64) {
        self.core = core
        self.record = record
        self.target = target
        self.startedNs = startedNs
    }

    var awaitsHead: Bool {
        if case .head = stage { true } else { false }
    }

    /// The head is complete, the body not yet read.
    func takeHead(_ raw: RawHead) -> Step {
        stage = .answer
        requestID = core.ids.id(offered: raw.headers.valueBytes(of: "X-Request-Id"))
        let checked: CheckedHead
        switch HeadCheck(settings: core.settings).check(raw, target: target, remoteAddress: record.remoteAddress) {
        case .refused(let kind, let head):
            self.head = head
            return .send(.refusal(kind), endsConnection: true)
        case .passed(let head): checked = head
        }
        head = checked.head
        guard admitOneMore(checked.head) else { return refuse(.refusal(.overloaded), hasBody: checked.hasBody) }
        switch core.handler.admit(checked.head) {
        case .refuse(let response):
            return refuse(.response(response), hasBody: checked.hasBody)
        case .accept(let bytesMax):
            guard checked.contentLength ?? 0 <= bytesMax else {
                return .send(.refusal(.bodyTooLarge), endsConnection: true)
            }
            body.reserveCapacity(min(checked.contentLength ?? 0, Self.reservedBytesMax))
            record.enter(checked.hasBody ? .body : .busy, nowMs: MonotonicTime.nowMs())
            stage = .body(bytesMax: bytesMax)
            return .proceed
        }
    }

    /// An answer before the end of the request ends the connection; without a body the end is near, so it can wait.
    private func refuse(_ answer: AnswerSlot.Answer, hasBody: Bool) -> Step {
        guard !hasBody else { return .send(answer, endsConnection: true) }
        stage = .refused(answer)
        return .proceed
    }

    /// A client that only promises a long body costs no memory.
    private static let reservedBytesMax = 64 * 1_024

    private func admitOneMore(_ head: RequestHead) -> Bool {
        isCounted = true
        let others = core.requestsInFlight.wrappingAdd(1, ordering: .relaxed).oldValue
        let max = core.settings.requestsInFlightMax
        return others < max && !core.isStopping.load(ordering: .relaxed)
            && core.handler.hasRoom(for: head, besides: others, of: max)
    }

    func takeBody(_ bytes: RawSpan) -> Step {
        switch stage {
        case .body(let bytesMax):
            guard body.count + bytes.byteCount <= bytesMax else {
                let read = body.count + bytes.byteCount
                body = []
                stage = .discarding(bytesLeft: core.settings.discardedBodyBytesMax - read)
                return read <= core.settings.discardedBodyBytesMax ? .proceed : .cut
            }
            makeRoom(for: body.count + bytes.byteCount, of: bytesMax)
            unsafe bytes.withUnsafeBytes { unsafe body.append(contentsOf: $0) }
            return .proceed
        case .discarding(let bytesLeft):
            stage = .discarding(bytesLeft: bytesLeft - bytes.byteCount)
            return bytesLeft >= bytes.byteCount ? .proceed : .cut
        case .head, .answer, .refused:
            return .cut
        }
    }

    /// Doubles as an array would, but never beyond what the body may have.
    private func makeRoom(for bytesCount: Int, of bytesMax: Int) {
        guard body.capacity < bytesCount else { return }
        body.reserveCapacity(min(bytesMax, max(bytesCount, 2 * body.capacity)))
    }

    /// Called when the body is complete, and again each time the connection was resumed.
    func proceed(on connection: ConnectionHandle) -> Step {
        switch stage {
        case .body:
            stage = .answer
            record.enter(.busy, nowMs: MonotonicTime.nowMs())
            return start(on: connection)
        case .discarding:
            stage = .answer
            return .send(.refusal(.bodyTooLarge), endsConnection: true)
        case .refused(let answer):
            stage = .answer
            return .send(answer, endsConnection: false)
        case .answer:
            return slot.map { settle($0, on: connection) } ?? .cut
        case .head:
            return .cut
        }
    }

    private func start(on connection: ConnectionHandle) -> Step {
        guard let head else { return .cut }
        let slot = AnswerSlot()
        self.slot = slot
        let request = Request(head: head, body: body, id: requestID)
        body = []
        core.handler.handle(request, Responder(slot))
        return settle(slot, on: connection)
    }

    private func settle(_ slot: AnswerSlot, on connection: ConnectionHandle) -> Step {
        guard let answer = slot.takeOrSuspend(connection, record, in: core) else { return .wait }
        return .send(answer, endsConnection: false)
    }

    /// The library is done with the request.
    func finish(isComplete: Bool) {
        slot?.close()
        record.unpark()
        record.enter(.idle, nowMs: MonotonicTime.nowMs())
        if isCounted { core.requestsInFlight.wrappingSubtract(1, ordering: .relaxed) }
        guard let head else { return }
        let nanoseconds = MonotonicTime.nowNs() &- startedNs
        core.handler.completed(
            ExchangeSummary(
                head: head, requestID: requestID, status: status, bodyBytes: bodyBytesSent,
                microseconds: Int(nanoseconds / 1_000), isComplete: isComplete))
    }
}
