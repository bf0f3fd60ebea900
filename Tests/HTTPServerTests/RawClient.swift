import Foundation
import Glibc
import Synchronization

/// A client that sends exactly the bytes it is told to: what a library would never send can be tested.
/// It blocks, so it is used on threads of its own (`onThread`).
final class RawClient: Sendable {
    struct Answer: Equatable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Failure: Error, Equatable {
        let what: String
    }

    let socket: Int32
    private let received = Mutex<[UInt8]>([])
    private let isClosed = Atomic<Bool>(false)

    /// Long, because the machine may be busy; no test waits for it when things go right.
    private static let patienceSeconds = 30

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(what: "connect \(errno)") }
        var limit = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close() }

    func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(socket) }
    }

    /// Ends the connection with a reset instead of a farewell.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(what: "send \(errno)") }
            sent += count
        }
    }

    /// The next answer; `withoutBody` for HEAD. Throws if the connection ends inside it.
    func answer(withoutBody: Bool = false) throws -> Answer {
        var lines: [String] = []
        while let line = try line(), !line.isEmpty || lines.isEmpty { lines.append(line) }
        guard let first = lines.first else { throw Failure(what: "closed before an answer") }
        let status = Int(first.split(separator: " ").dropFirst().first ?? "") ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        if status == 100 { return try answer(withoutBody: withoutBody) }
        let body = withoutBody ? [] : try body(headers)
        return Answer(status: status, headers: headers, body: body)
    }

    private func body(_ headers: [String: String]) throws -> [UInt8] {
        if let length = headers["content-length"].flatMap({ Int($0) }) { return try take(length) }
        guard headers["transfer-encoding"] == "chunked" else { return [] }
        var body: [UInt8] = []
        while true {
            guard let line = try line(), let count = Int(line, radix: 16) else { throw Failure(what: "cut") }
            body += try take(count)
            _ = try take(2)
            if count == 0 { return body }
        }
    }

    /// True once the server has closed; bytes before that are dropped.
    func isEnded() throws -> Bool {
        while try fill() {}
        return true
    }

    func take(_ count: Int) throws -> [UInt8] {
        while received.withLock({ $0.count }) < count { guard try fill() else { throw Failure(what: "cut") } }
        return received.withLock { received in
            defer { received.removeFirst(count) }
            return Array(received[..<count])
        }
    }

    private func line() throws -> String? {
        while true {
            let found: String? = received.withLock { received in
                guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                let line = received[..<end].filter { $0 != UInt8(ascii: "\r") }
                received.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            if let found { return found }
            guard try fill() else { return nil }
        }
    }

    /// False at the end; a reset is an end too.
    private func fill() throws -> Bool {
        var space = [UInt8](repeating: 0, count: 64 * 1_024)
        let count = unsafe space.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        if count < 0, errno == EAGAIN { throw Failure(what: "the server says nothing") }
        guard count > 0 else { return false }
        received.withLock { $0 += space[..<count] }
        return true
    }
}

/// Runs blocking code away from Swift's small thread pool.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
        thread.stackSize = 1 << 20
        thread.start()
    }
}
