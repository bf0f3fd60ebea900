internal import WalletDomain

/// What is told about one line: its number from 1, the status of the call that it is, and that call's answer.
struct BulkResult {
    let line: Int
    let requestID: String

    func bytes(_ answer: any Answer, replayed: Bool) -> [UInt8] {
        object(status: answer.status) { object in
            if replayed { object.member("replayed", true) }
            object.object("answer") { answer.write(to: &$0) }
        }
    }

    func bytes(_ problem: Problem) -> [UInt8] {
        object(status: problem.code.status) { object in
            if let seconds = problem.retryAfter { object.member("retry_after", seconds) }
            object.object("problem") { problem.write(to: &$0, requestID: requestID) }
        }
    }

    private func object(status: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(reservingBytes: 512)
        writer.object { object in
            object.member("line", Int64(line))
            object.member("status", Int64(status))
            members(&object)
        }
        return writer.bytes
    }
}
