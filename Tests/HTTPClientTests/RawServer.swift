import Foundation
import Glibc
import Synchronization

/// Accepts connections one after the other and answers each with fixed bytes, whatever is asked: what no proper
/// server would send can be tested. Its thread ends with the socket.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let requests = Mutex<[String]>([])

    /// - Parameters:
    ///   - answer: sent as soon as a head is complete.
    ///   - staysOpen: keeps the connection instead of closing it after the answer.
    init(answer: String, staysOpen: Bool = false) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = unsafe bind(listener, generic, length)
                listen(listener, 16)
                _ = unsafe getsockname(listener, generic, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        let thread = Thread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                serve(connection, answer)
                if !staysOpen { close(connection) }
            }
            close(listener)
        }
        thread.start()
    }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// The heads that came, in their order.
    var heads: [String] { requests.withLock { $0 } }

    /// The thread closes the socket: closed here, its number could be another server's by the time the thread accepts
    /// again, and that one's callers would get these answers.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ answer: String) {
        var received: [UInt8] = []
        while !String(decoding: received, as: UTF8.self).contains("\r\n\r\n") {
            var space = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe space.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            received += space[..<count]
        }
        requests.withLock { $0.append(String(decoding: received, as: UTF8.self)) }
        let bytes = Array(answer.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
