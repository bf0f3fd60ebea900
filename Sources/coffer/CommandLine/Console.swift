internal import Foundation
internal import WalletDomain

/// What people and scripts read. Everything is out when a call returns.
enum Console {
    static func write(_ text: String) { put(text + "\n", to: .standardOutput) }

    static func complain(_ lines: [String]) {
        for line in lines { put("coffer: \(line)\n", to: .standardError) }
    }

    /// One JSON object with the time, as the service's own log has them.
    static func writeJSON(_ message: String, _ members: (inout JSONWriter) -> Void) {
        var line = JSONWriter()
        line.object { line in
            line.member("time", Date().ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true)))
            line.member("level", "info")
            line.member("message", message)
            members(&line)
        }
        put(String(decoding: line.bytes, as: UTF8.self) + "\n", to: .standardOutput)
    }

    private static func put(_ text: String, to file: FileHandle) {
        // Whoever should read has gone: what was asked for is done all the same.
        try? file.write(contentsOf: Data(text.utf8))
    }
}
