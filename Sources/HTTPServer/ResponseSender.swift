internal import CMicroHTTPD
internal import Synchronization

/// Hands an answer to the library.
@safe struct ResponseSender {
    let reader: RequestReader
    private let connection: OpaquePointer

    private static let streamBlockBytes = 16 * 1_024

    init(reader: RequestReader, connection: OpaquePointer) {
        self.reader = reader
        unsafe self.connection = connection
    }

    func send(_ answer: AnswerSlot.Answer, endsConnection: Bool) -> MHD_Result {
        let ends = endsConnection || reader.core.isDraining.load(ordering: .relaxed)
        if endsConnection { linger() }
        switch answer {
        case .response(let response):
            if queue(response, endsConnection: ends) { return .YES }
            answer.discard()
            return queue(refusal(.noAnswer), endsConnection: true) ? .YES : .NO
        case .refusal(let kind):
            return queue(refusal(kind), endsConnection: ends) ? .YES : .NO
        }
    }

    private func refusal(_ kind: HTTPRefusal) -> Response {
        reader.core.handler.refusal(kind, requestID: reader.requestID)
    }

    /// An early answer must survive the body that the client may still be sending.
    private func linger() {
        reader.core.lingering.keep(reader.record.socket, nowMs: MonotonicTime.nowMs())
    }

    private func queue(_ response: Response, endsConnection: Bool) -> Bool {
        guard (200...599).contains(response.status), let raw = unsafe make(response.body) else { return false }
        defer { unsafe MHD_destroy_response(raw) }
        for (name, value) in response.headers where !value.isEmpty {
            // As C text it would end at a NUL.
            guard !value.utf8.contains(0), unsafe MHD_add_response_header(raw, name, value) == .YES else {
                return false
            }
        }
        if endsConnection { unsafe MHD_add_response_header(raw, "Connection", "close") }
        guard unsafe MHD_queue_response(connection, UInt32(response.status), raw) == .YES else { return false }
        reader.status = response.status
        return true
    }

    private func make(_ body: Response.Body) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            reader.bodyBytesSent = bytes.count
            return unsafe bytes.withUnsafeBytes { bytes in
                unsafe MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .stream(let stream):
            let pump = unsafe StreamPump(stream.buffer, reader: reader, connection: ConnectionHandle(connection))
            let context = unsafe Unmanaged.passRetained(pump).toOpaque()
            let raw = unsafe MHD_create_response_from_callback(
                UInt64.max, Self.streamBlockBytes,
                { context, _, target, room in unsafe StreamPump.pull(context, target, room) }, context,
                { context in unsafe StreamPump.free(context) })
            if unsafe raw == nil { unsafe StreamPump.free(context) }
            return unsafe raw
        }
    }
}

/// Moves a stream's bytes into the library; lives on the server's thread, released when the response is.
final class StreamPump {
    private let buffer: StreamBuffer
    private let reader: RequestReader
    private let connection: ConnectionHandle

    init(_ buffer: StreamBuffer, reader: RequestReader, connection: ConnectionHandle) {
        self.buffer = buffer
        self.reader = reader
        self.connection = connection
    }

    /// The library's `MHD_CONTENT_READER_END_OF_STREAM` and `…_WITH_ERROR` (macros with casts, not imported).
    private static let endOfStream = -1
    private static let endWithError = -2

    static func pull(
        _ context: UnsafeMutableRawPointer?, _ target: UnsafeMutablePointer<CChar>?, _ room: Int
    ) -> Int {
        guard let context = unsafe context, let target = unsafe target else { return endWithError }
        let pump = unsafe Unmanaged<StreamPump>.fromOpaque(context).takeUnretainedValue()
        let result = unsafe target.withMemoryRebound(to: UInt8.self, capacity: room) { bytes in
            unsafe pump.pull(into: UnsafeMutableBufferPointer(start: bytes, count: room))
        }
        switch result {
        case .bytes(let count):
            pump.reader.bodyBytesSent += count
            return count
        case .suspended: return 0
        case .end(.finished): return endOfStream
        case .end(.failed): return endWithError
        }
    }

    private func pull(into target: UnsafeMutableBufferPointer<UInt8>) -> StreamBuffer.Pull {
        var span = unsafe OutputSpan(buffer: target, initializedCount: 0)
        let result = buffer.pull(into: &span, suspending: connection, reader.record, in: reader.core)
        _ = unsafe span.finalize(for: target)
        return result
    }

    static func free(_ context: UnsafeMutableRawPointer?) {
        guard let context = unsafe context else { return }
        unsafe Unmanaged<StreamPump>.fromOpaque(context).takeRetainedValue().buffer.closeReader()
    }
}
